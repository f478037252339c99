// What no text of ours may say: nothing here promises a profit (product.md 7.1). A daily profit of so many percent is a
// promise; today's profit is the name of a figure.
export const promises = /稳赚|保本|无风险|日收益率?\s*[\dx]|guaranteed|risk-free/i;
