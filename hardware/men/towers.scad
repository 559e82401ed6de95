// Not to be printed: what towers look like, to choose sizes and colours by. Lengths in mm.

use <man.scad>
use <signs.scad>

white = "ivory";
black = "dimgray";
side = 50;
height = 10; // of a man, as in man.scad
reach = 11.5;

// bottom to top: colour, sign, sign on the underside
tower(0, [[white, "P", "Q"], [white, "N", "N"], [white, "Q", "Q"]]);
tower(1, [[black, "P", "B"], [white, "P", "R"], [black, "B", "B"], [black, "R", "R"], [black, "H", "P"]]);
tower(2, [[white, "K", "K"]]);
for (file = [0 : 2])
    color(file % 2 ? "lightsteelblue" : "slategray")
        translate([(file - 0.5) * side, -side / 2, -4]) cube([side, side, 4]);

module tower(file, men)
    for (place = [0 : len(men) - 1])
        translate([file * side, 0, place * height]) rotate(180 + 7 * place) {
            top = str("tavreli ", men[place][1]);
            color(men[place][0]) man(top, str("tavreli ", men[place][2]));
            color(men[place][0] == white ? "black" : "ivory") painted(top);
        }

// The sign on the upper face, filled with paint.
module painted(sign)
    translate([0, 0, height - 0.7]) linear_extrude(0.4) rotate(180) scale(reach) sign_of(sign);
