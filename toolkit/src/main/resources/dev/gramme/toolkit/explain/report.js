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
// Shows the rows with all words that are searched for.
document.querySelectorAll('input[type=search]').forEach(input => input.addEventListener('input', () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  input.closest('section').querySelectorAll('tbody tr').forEach(row => {
    const text = row.textContent.toLowerCase();
    row.hidden = !words.every(word => text.includes(word));
  });
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
