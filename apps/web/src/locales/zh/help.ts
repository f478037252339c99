// Words of the help centre in Chinese.
export const help = {
  title: '帮助中心',
  search: '搜索文章',
  searchFor: '如:网格、密钥、费用',
  empty: '还没有文章',
  nothingFound: '没有找到相关文章,换个词试试',
  showAll: '显示全部',
  missing: '没有这篇文章',
  updated: '更新于 {{date}}',
  more: '更多帮助',
  all: '全部文章',
  contact: '联系我们',
} as const;
