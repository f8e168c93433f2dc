"""What the tests have a page do or note, in its own language."""

from typing import Final

HOLD: Final = """(() => {
  const [game, keys] = [%s, %s];
  const all = JSON.parse(localStorage.getItem('rollplayer.keys') ?? '{}');
  // Once: what the page makes of them later stays.
  if (localStorage.getItem(`held.${game}`)) return;
  localStorage.setItem(`held.${game}`, 'yes');
  localStorage.setItem('rollplayer.keys', JSON.stringify({...all, [game]: keys}));
})()"""

PREFER: Final = """(() => {
  if (localStorage.getItem('preferred')) return;
  localStorage.setItem('preferred', 'yes');
  localStorage.setItem('rollplayer.settings', JSON.stringify(%s));
})()"""

WHERE: Final = """(selectors) => {
  for (const selector of selectors)
    for (const node of document.querySelectorAll(selector)) {
      if (!node.offsetParent || node.disabled) continue;
      node.scrollIntoView({block: 'center', inline: 'center'});
      const box = node.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (node.contains(document.elementFromPoint(x, y))) return {x, y};
    }
  return null;
}"""

ACT: Final = """(until) => {
  if (until && document.querySelector(until)) return false;
  const {dataset} = document.documentElement;
  if (dataset.pending === dataset.version && !document.querySelector('.picked') && window.waited < 80) {
    window.waited += 1;
    return false;
  }
  window.waited = 0;
  // The same answer to the same question in every run, however long anything takes; another one
  // where the first has led nowhere.
  window.tried = window.triedAt === dataset.version ? window.tried + 1 : 0;
  window.triedAt = dataset.version;
  const usable = (node) => node.offsetParent && !node.disabled;
  const of = (selector) => [...document.querySelectorAll(selector)].filter(usable);
  const number = Math.imul(Number(dataset.version) * 16 + window.tried + 7, 0x9e3779b1) >>> 8;
  const any = (nodes) => nodes[number % nodes.length];
  if (!document.querySelector('.decision-bar.asked')) {
    const call = any(of('.answers .button'));
    call?.click();
    return Boolean(call);
  }
  const buttons = of('.acts.chosen .button, .answers .button:not(.skip)').filter((node) => node.querySelector('kbd')?.dataset.key !== 'Esc');
  const chosen = any(of('.setup button')) ?? any(buttons) ?? any(of('button.glow:not(.pile)')) ?? any(of('.answers .skip'));
  if (!chosen) return false;
  if (!document.querySelector('.glow.picked')) dataset.pending = dataset.version;
  window.clicked = performance.timeOrigin + performance.now();
  chosen.click();
  return true;
}"""

PLAY: Final = f"""async ([until, milliseconds, most]) => {{
  const act = {ACT};
  const version = () => Number(document.documentElement.dataset.version ?? 0);
  const end = performance.now() + milliseconds, last = version() + most;
  while (!document.querySelector(until) && !(most && version() >= last)) {{
    if (performance.now() > end) return false;
    act(until);
    await new Promise((done) => setTimeout(done, 10));
  }}
  return true;
}}"""
"""Acts until something is there; in the page, because each question from outside takes a while."""

GIVE: Final = """async (notation) => {
  const fits = (each) => each.querySelector('code').textContent === notation && !each.disabled && each.offsetParent;
  const until = performance.now() + 10000;
  while (performance.now() < until) {
    // While the answer before is on its way there is another list, or none.
    const list = document.querySelector(".decision-bar .aside button:has([data-sign='☰'])");
    if (list?.ariaExpanded === 'false') list.click();
    const found = [...document.querySelectorAll('.decision-bar .list button')].find(fits);
    if (found) return found.click();
    await new Promise(requestAnimationFrame);
  }
  throw new Error(`${notation} is not in the list`);
}"""

LISTEN: Final = """(() => {
  const now = () => performance.timeOrigin + performance.now();
  window.sent = {};
  window.told = {};
  window.WebSocket = class extends WebSocket {
    constructor(...all) {
      super(...all);
      this.addEventListener('message', ({data}) => {
        const {type, since, entries} = JSON.parse(data);
        if (type !== 'difference' || !entries.length) return;
        const note = window.told[since] = {who: entries[0].who, heard: now()};
        // In a frame the page has been drawn; the task after it comes when that is done.
        requestAnimationFrame(() => {
          const after = new MessageChannel();
          after.port1.onmessage = () => {
            note.shown = now();
            note.version = Number(document.documentElement.dataset.version);
          };
          after.port2.postMessage(0);
        });
      });
    }
    send(text) {
      const {type, version} = JSON.parse(text);
      if (type === 'answer' || type === 'interrupt') {
        // A whole arrangement is one click and many answers; only the first of them leaves at once.
        window.sent[version] = {clicked: window.clicked ?? now()};
        window.clicked = undefined;
      }
      super.send(text);
    }
  };
})()"""
