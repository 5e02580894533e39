'use strict';
// Sorts a table by the column that was clicked: numbers by their value, the rest as text.
document.querySelectorAll('th[data-sort]').forEach(th => th.addEventListener('click', () => {
  const table = th.closest('table');
  const order = th.dataset.order === '1' ? -1 : 1;
  table.querySelectorAll('th').forEach(other => delete other.dataset.order);
  th.dataset.order = order;
  const value = row => {
    const cell = row.cells[th.cellIndex];
    return cell.dataset.value === undefined ? cell.textContent : Number(cell.dataset.value);
  };
  const body = table.tBodies[0];
  [...body.rows]
    .sort((a, b) => {
      const x = value(a), y = value(b);
      return order * (typeof x === 'number' ? x - y : x < y ? -1 : x > y ? 1 : 0);
    })
    .forEach(row => { row.classList.remove('group'); body.append(row); });
}));
// Shows the rows with all words that are searched for, and items of the selected kinds.
const show = section => {
  const words = section.querySelector('input[type=search]').value.toLowerCase().split(/\s+/).filter(Boolean);
  const off = new Set([...section.querySelectorAll('.kinds button[aria-pressed=false]')].map(b => b.dataset.kind));
  section.querySelectorAll('tbody tr').forEach(row => {
    const text = row.textContent.toLowerCase();
    row.hidden = off.has(row.dataset.kind) || !words.every(word => text.includes(word));
  });
};
document.querySelectorAll('input[type=search]').forEach(input =>
  input.addEventListener('input', () => show(input.closest('section'))));
document.querySelectorAll('.kinds button').forEach(button => button.addEventListener('click', () => {
  button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') === 'false'));
  show(button.closest('section'));
}));
// One view of the items at a time.
document.querySelectorAll('[role=tab]').forEach(tab => tab.addEventListener('click', () => {
  tab.parentElement.querySelectorAll('[role=tab]').forEach(other =>
    other.setAttribute('aria-selected', String(other === tab)));
  document.querySelectorAll('[role=tabpanel]').forEach(panel => { panel.hidden = panel.id !== tab.dataset.panel; });
}));
document.getElementById('theme').addEventListener('click', () => {
  const root = document.documentElement;
  const dark = root.classList.contains('dark')
    || !root.classList.contains('light') && matchMedia('(prefers-color-scheme: dark)').matches;
  root.classList.toggle('dark', !dark);
  root.classList.toggle('light', dark);
});
