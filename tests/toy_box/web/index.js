// Glassworks in the browser: the Kiln with its dice below the large sheet, and the Cracks.
const KILN = ['kiln1', 'kiln2'];

function element(tag, of, text = '') {
  const made = of.appendChild(document.createElement(tag));
  made.textContent = text;
  return made;
}

/** A space of the Kiln: a button while it can be pointed at. */
function space(of, spot, die, props, mounted) {
  const place = `spot:${spot}`;
  const glows = props.glows(place);
  const made = element(glows ? 'button' : 'span', of);
  made.className = `kiln-space${glows ? ' glow' : ''}${props.picked(place) ? ' picked' : ''}`;
  made.dataset.at = place;
  made.setAttribute('aria-label', `${props.t('glassworks.space', { n: spot.slice(-1) })} ${die ?? ''}`);
  if (die) mounted.push(props.die(made, { die, size: 34 }));
  if (glows) made.addEventListener('click', () => props.pick(place));
}

function hero(target, first) {
  const panel = element('section', target);
  panel.className = 'glassworks';
  let mounted = [];
  const clear = () => {
    for (const each of mounted) each.destroy();
    mounted = [];
    panel.replaceChildren();
  };
  const update = (props) => {
    clear();
    element('h3', panel, props.t('glassworks.kiln'));
    const row = element('div', panel);
    row.className = 'kiln';
    KILN.forEach((spot, at) => space(row, spot, props.hero.kiln[at], props, mounted));
    element('p', panel, props.t('glassworks.glow', { n: props.hero.glow }));
    const list = element('ul', panel);
    for (const crack of props.hero.cracks) {
      const line = element('li', list, `${props.name('crack', crack)}: ${props.text('crack', crack)} `);
      const mend = props.own?.options.find((each) => each.notation === `mend ${crack}`);
      if (props.asked && mend)
        element('button', line, mend.text).addEventListener('click', () => props.choose(mend));
    }
  };
  update(first);
  return {
    update,
    destroy() {
      clear();
      panel.remove();
    },
  };
}

export default {
  name: 'glassworks',
  hero,
  purse: [
    { field: 'glow', term: 'glow', always: true },
    { field: 'cracks', term: 'crack' },
  ],
  dice: {
    dusk: {
      classic: { base: '#22406b', light: '#7f9cc9', dark: '#0a1730', pip: '#ffffff' },
      contrast: { base: '#1d4877', light: '#86b3df', dark: '#06203c', pip: '#ffffff' },
    },
    dawn: {
      classic: { base: '#d0661f', light: '#ffc48f', dark: '#73310a', pip: '#2b1000' },
      contrast: { base: '#dd8a1a', light: '#ffdca4', dark: '#7c4604', pip: '#2b1600' },
    },
  },
  style: '/boxes/glassworks/glassworks.css',
  quiet: ['glowed'],
};
