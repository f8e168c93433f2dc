// Dark or light, as chosen here before, else as the system has it; the menu of small screens; the keys
// / and Ctrl+K. In the head of the page, so that nothing flashes.
'use strict';
{
  const KEY = 'rollplayer-docs-theme';
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const chosen = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // A browser that keeps nothing.
    }
  };
  const show = () => (root.dataset.theme = chosen() ?? (dark.matches ? 'dark' : 'light'));
  show();
  dark.addEventListener('change', show);

  document.addEventListener('DOMContentLoaded', () => {
    document.querySelector('button.theme').addEventListener('click', () => {
      const next = root.dataset.theme === 'dark' ? 'light' : 'dark';
      try {
        localStorage.setItem(KEY, next);
      } catch {
        // It holds for this page, then.
      }
      root.dataset.theme = next;
    });
    // What scrolls sideways can be reached by the keyboard.
    for (const wide of document.querySelectorAll('pre, table'))
      if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    const contents = document.querySelector('.contents details');
    if (contents && matchMedia('(max-width: 1180px)').matches) contents.open = false;
    const form = document.querySelector('form.search');
    const input = form.querySelector('input');
    // The server lets no page submit a form, so the address is gone to instead.
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      location.assign(`${form.action}?q=${encodeURIComponent(input.value)}`);
    });
    const asked = new URLSearchParams(location.search).get('q');
    if (asked) input.value = asked;
    document.addEventListener('keydown', (event) => {
      const typing = event.target.matches('input, textarea, select');
      if ((event.key === '/' && !typing) || (event.key === 'k' && (event.ctrlKey || event.metaKey))) {
        event.preventDefault();
        input.focus();
      }
    });
  });
}
