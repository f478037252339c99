// A category's assistant is there together with the words of its preview.
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { previewWordsQuery } from '../preview-words.ts';
import { assistantQuery } from './editor-queries.ts';

test('whoever has an assistant has the names of the columns it fills', async () => {
  const client = new QueryClient();
  await client.fetchQuery(assistantQuery('dca'));
  const words = client.getQueryData(previewWordsQuery().queryKey);
  expect(words?.columnLabel('target', 'en')).toMatch(/\w/);
});
