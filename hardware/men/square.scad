// One square of the board, to be printed 64 times (or fewer and larger: set files and ranks), and glued onto a
// plate. On top a shallow recess in which men find the middle; below a groove for the reed and a window for the
// light. Print it as it lies: top face on the bed. Lengths in mm.

files = 1;
ranks = 1;
side = 50;
thickness = 4;

man = 32;            // diameter of the men
locating = 0.5;      // depth of the recess
rim = 0.75;          // play of a man in it, all round

reed_length = 16;    // the glass; its wires go on in the groove
reed_diameter = 2.4;
reed_offset = 7;     // the middle of the reed from the middle of the square: straight below a magnet it is blind
roof = 1;            // above the groove

light = 5.4;         // the side of a WS2812B
light_roof = 0.6;    // so thin it shines through
light_at = 19;       // from the middle, towards a corner of the square

$fn = 96;

for (file = [0 : files - 1], rank = [0 : ranks - 1])
    translate([file * side, rank * side, 0]) square_tile();

// z = 0 is the top face.
module square_tile() {
    difference() {
        translate([-side / 2, -side / 2, 0]) cube([side, side, thickness]);
        translate([0, 0, -1]) cylinder(d = man + 2 * rim, h = 1 + locating);
        translate([reed_offset, 0, 0]) groove();
        translate([light_at - light / 2, light_at - light / 2, light_roof]) cube([light, light, thickness]);
    }
}

module groove() {
    depth = thickness - locating - roof;
    translate([-reed_length / 2, -reed_diameter / 2, locating + roof])
        cube([reed_length, reed_diameter, depth + 1]);
    translate([-side, -0.5, thickness - 1]) cube([2 * side, 1, 2]);
}
