// Sentences that follow each other: a blank between them in English, none in Chinese, also where one text holds another.
import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { words as en } from './en.ts';
import { words as zh } from './zh.ts';

function pathsOf(words: object, before = ''): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? pathsOf(value, `${before}${key}.`) : `${before}${key}`,
  );
}

async function textsOf(language: 'zh' | 'en', words: object): Promise<readonly string[]> {
  const i18n = createInstance();
  await i18n.init({
    lng: language,
    resources: { [language]: { translation: words } },
    interpolation: { escapeValue: false },
  });
  return pathsOf(words).map((path) => i18n.t(path as never) as string);
}

it('English sentences are parted by a blank', async () => {
  const texts = await textsOf('en', en);
  expect(texts).toContain(
    'To protect your funds, withdrawals and transfers are held for 24 h after this change, and other devices are signed out. The current address is told of the change.',
  );
  expect(texts.filter((text) => /[a-z)][.!?;:,][A-Z]/.test(text) || text.includes('$t('))).toEqual([]);
});

it('Chinese sentences are not', async () => {
  const texts = await textsOf('zh', zh);
  expect(texts).toContain('为保护您的资产,变更后24小时内不可提现或转出,其他设备会退出登录。当前邮箱会收到更换通知。');
  expect(texts.filter((text) => /[。!?;] /.test(text) || text.includes('$t('))).toEqual([]);
});
