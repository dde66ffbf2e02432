/** How wide things are, from one observer for all of them. */
const told = new WeakMap<Element, (width: number) => void>();
const observer = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) told.get(target)?.(Math.round(contentRect.width));
});

/** Tell the width of something now and whenever it changes, until the answer is called. */
export const watchWidth = (node: Element, tell: (width: number) => void): (() => void) => {
  told.set(node, tell);
  observer.observe(node);
  return () => {
    observer.unobserve(node);
  };
};
