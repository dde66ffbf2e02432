/** Dragging is two picks: what is taken up, and where it is let go. Anywhere else it glides back. */
import type { Ref } from "../generated/wire";
import type { TableStore } from "./store.svelte";

interface Shown {
  readonly table: TableStore;
  readonly refs: () => readonly Ref[];
  readonly copy: () => number;
}

const spots = new WeakMap<Element, Shown>();
const FAR = 8;

/** Makes a thing on the table something that can be dragged, and dropped upon. */
export const draggable =
  (shown: Shown) =>
  (node: HTMLElement): (() => void) => {
    spots.set(node, shown);
    const down = (event: PointerEvent): void => {
      if (event.button === 0 && event.isPrimary) new Drag(node, shown, event);
    };
    node.addEventListener("pointerdown", down);
    return () => {
      node.removeEventListener("pointerdown", down);
      spots.delete(node);
    };
  };

class Drag {
  private ghost: HTMLElement | undefined;
  private readonly listening = new AbortController();

  constructor(
    private readonly node: HTMLElement,
    private readonly shown: Shown,
    private readonly start: PointerEvent,
  ) {
    const { signal } = this.listening;
    addEventListener("pointermove", this.move, { signal });
    addEventListener("pointerup", this.up, { signal });
    addEventListener("pointercancel", this.cancel, { signal });
  }

  private readonly move = (event: PointerEvent): void => {
    if (event.pointerId !== this.start.pointerId) return;
    const [dx, dy] = [event.clientX - this.start.clientX, event.clientY - this.start.clientY];
    if (!this.ghost && Math.hypot(dx, dy) > FAR && !this.lift()) return;
    if (this.ghost)
      this.ghost.style.transform = `translate(${dx}px, ${dy}px) rotate(${Math.max(-6, Math.min(6, dx / 20))}deg)`;
  };

  private lift(): boolean {
    const { table, refs, copy } = this.shown;
    const standing = table.stateOf(refs(), copy());
    if (standing !== "lit" && standing !== "could" && standing !== "picked") {
      this.listening.abort();
      return false;
    }
    if (standing !== "picked" && !table.light(refs(), copy())) table.tap(refs(), copy());
    const rect = this.node.getBoundingClientRect();
    this.ghost = this.node.cloneNode(true) as HTMLElement;
    this.ghost.classList.add("dragged");
    Object.assign(this.ghost.style, { left: `${rect.left}px`, top: `${rect.top}px`, width: `${rect.width}px` });
    this.ghost.inert = true;
    document.body.append(this.ghost);
    this.node.classList.add("lifted");
    return true;
  }

  private readonly up = (event: PointerEvent): void => {
    if (event.pointerId !== this.start.pointerId) return;
    if (this.ghost) {
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => {
        removeEventListener("click", swallow, { capture: true });
      }, 50);
      this.land(event);
    }
    this.end();
  };

  private readonly cancel = (): void => {
    if (this.ghost) this.shown.table.drop();
    this.end();
  };

  private land(event: PointerEvent): void {
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const target = under
      .map((one) => one.closest("[data-spot]"))
      .find((one) => one && one !== this.node && spots.has(one));
    const shown = target ? spots.get(target) : undefined;
    const { table, refs, copy } = this.shown;
    if (table.light(refs(), copy())) {
      if (this.elsewhere(under)) table.tap(refs(), copy());
    } else if (shown && table.stateOf(shown.refs(), shown.copy()) === "lit") table.tap(shown.refs(), shown.copy());
    else if (this.elsewhere(under) && table.pointing.only && !table.pointing.only.final)
      void table.decide(table.pointing.only);
    else table.drop();
  }

  /** What needs nothing more is carried from one side of the table to the other: `data-lands` marks them. */
  private elsewhere(under: readonly Element[]): boolean {
    const side = under.map((one) => one.closest("[data-lands]")).find((one) => one !== null);
    return side !== undefined && !side.contains(this.node);
  }

  private end(): void {
    this.listening.abort();
    this.ghost?.remove();
    this.node.classList.remove("lifted");
  }
}

const swallow = (event: Event): void => {
  event.stopPropagation();
  event.preventDefault();
};
