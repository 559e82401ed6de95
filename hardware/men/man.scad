// A man: two equal halves, glued together round a magnet in the middle of its thickness.
//
// Print halves as they lie, the sign on the bed. A warrior has a half with its own sign and one with the sign of
// what it becomes; any other man has the same sign on both. `make men` makes an STL of each half.
// Lengths in mm.

include <signs.scad>

/* [What] */
sign = "tavreli K"; // game and kind, as in signs.scad; "" is plain (draughtsmen, stones)
show = "half";      // "half": one to be printed; "man": two of them put together, cut open

/* [Man] */
diameter = 32;
height = 10;
chamfer = 0.6;

/* [Magnet: a disc, lying flat] */
magnet_diameter = 6;
magnet_height = 1;
play = 0.2; // a printed hole comes out smaller

/* [Washer of steel for more weight, round the magnet; 0: none. An M10 one is 20 x 2 mm.] */
washer_diameter = 0;
washer_height = 2;

/* [Signs] */
engraved = 0.8;
reach = 11.5;    // of the sign from the middle of the face
side_reach = 2.1; // of the signs on the side, of which each half has three

$fn = 96;

if (show == "man") {
    difference() {
        man(sign, sign);
        translate([0, -diameter, -1]) cube([diameter, 2 * diameter, height + 2]);
    }
} else {
    half(sign);
}

// Two halves glued together, the upper one turned over.
module man(top, bottom) {
    half(bottom);
    translate([0, 0, height]) rotate([180, 0, 0]) half(top);
}

// Lies on its face: the bed is z = 0, the joint z = height / 2.
module half(sign) {
    middle = height / 2;
    difference() {
        union() {
            cylinder(d1 = diameter - 2 * chamfer, d2 = diameter, h = chamfer);
            translate([0, 0, chamfer]) cylinder(d = diameter, h = middle - chamfer);
            translate([peg_at, 0, middle - 0.5]) cylinder(d1 = 3, d2 = 2.6, h = 0.5 + peg_height);
        }
        // seen from outside the face, not through it
        translate([0, 0, -1]) linear_extrude(1 + engraved) mirror([1, 0]) scale(reach) sign_of(sign);
        for (turn = [60, 180, 300]) side_sign(sign, turn);
        recess(magnet_diameter, magnet_height);
        if (washer_diameter > 0) recess(washer_diameter, washer_height);
        translate([-peg_at, 0, middle - peg_height - 0.3]) cylinder(d = 3 + play, h = peg_height + 1);
    }
}

// Holds half of what lies in the middle of the man.
module recess(d, h) {
    translate([0, 0, height / 2 - h / 2 - play / 4]) cylinder(d = d + play, h = h + 1);
}

// Upright when the man lies on its other face, which is how this half is seen then.
module side_sign(sign, turn) {
    rotate([0, 0, turn])
        translate([diameter / 2 - engraved, 0, height / 4 + chamfer / 4])
            rotate([90, 180, 90]) linear_extrude(engraved + 1) scale(side_reach) sign_of(sign);
}

peg_at = washer_diameter > 0 ? (washer_diameter + diameter) / 4 : 10;
peg_height = 1.2;
