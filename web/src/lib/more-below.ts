// Whether a place that scrolls has more below its edge: then a shade says so.
export function moreBelow(place: HTMLElement): { destroy: () => void } {
  const look = () => {
    const more = place.scrollHeight - place.scrollTop > place.clientHeight + 8;
    place.toggleAttribute('data-more', more);
  };
  const sizes = new ResizeObserver(look);
  const children = new MutationObserver(look);
  sizes.observe(place);
  children.observe(place, { childList: true, subtree: true });
  place.addEventListener('scroll', look, { passive: true });
  return {
    destroy: () => {
      sizes.disconnect();
      children.disconnect();
    },
  };
}
