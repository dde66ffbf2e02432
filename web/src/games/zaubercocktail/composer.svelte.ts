/** Which tray takes what is tapped on the shelf: a matter of this screen alone. */
export type Side = "give" | "want";

class Composer {
  side: Side = $state("give");
}
export const composer = new Composer();
