// Words of the help centre in English.
export const help = {
  title: 'Help',
  search: 'Search articles',
  searchFor: 'Such as grid, key, fees',
  empty: 'No articles yet',
  nothingFound: 'No article found. Try another word.',
  showAll: 'Show all',
  missing: 'There is no such article',
  updated: 'Updated {{date}}',
  more: 'More help',
  all: 'All articles',
  contact: 'Contact us',
} as const;
