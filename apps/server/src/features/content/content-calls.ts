// The public pages: legal texts, what we say about ourselves, the help centre, banners, tips, and the state of the service.
import { helpDetail, helpLists } from '@cormorant/contract/calls/help.ts';
import {
  indexAbout,
  indexBanners,
  indexPrivacy,
  indexStatus,
  indexTips,
} from '@cormorant/contract/calls/index-pages.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import type { HelpStore } from '../../ports/help-store.ts';
import type { Settings } from '../../ports/settings.ts';
import { type BoundCall, bindCall, type Handler } from '../handler.ts';
import { aboutPages, aboutUpdatedAtMs, aboutVersion } from './about-pages.ts';
import { banners } from './banners.ts';
import { legalTexts, termsUpdatedAtMs, termsVersion } from './legal-texts.ts';
import { listHelp } from './list-help.ts';
import { showHelpArticle } from './show-help-article.ts';
import { tips } from './tips.ts';

export interface ContentDeps {
  readonly help: HelpStore;
  readonly settings: Settings;
  readonly version: string;
}

/** The operator's own words, or the plain fact; empty when all is well. */
export function maintenanceMessage(settings: Settings, lang: Lang): string {
  if (settings.get('maintenance') === 0) return '';
  const own = settings.get(lang === 'zh' ? 'maintenance_message_zh' : 'maintenance_message_en');
  return own !== '' ? own : lang === 'zh' ? '系统维护中' : 'Under maintenance';
}

function showLegalText(): Handler<typeof indexPrivacy> {
  return async ({ query }, context) => ({
    type: query.type,
    ...legalTexts[query.type][context.lang],
    version: termsVersion,
    updated_at: termsUpdatedAtMs,
  });
}

function showStatus({ settings, version }: ContentDeps): Handler<typeof indexStatus> {
  return async (_request, context) => {
    const until = settings.get('maintenance_until');
    return {
      maintenance: settings.get('maintenance') === 1 ? 1 : 0,
      message: maintenanceMessage(settings, context.lang),
      ...(until > 0 && { until }),
      version,
      time: context.nowMs,
    };
  };
}

function showAbout({ settings }: ContentDeps): Handler<typeof indexAbout> {
  return async ({ query }, context) => ({
    type: query.type,
    ...aboutPages[query.type](settings)[context.lang],
    version: aboutVersion,
    updated_at: aboutUpdatedAtMs,
  });
}

function listTips(): Handler<typeof indexTips> {
  return async (_request, { lang }) => ({ list: tips.map((tip) => ({ ...tip, text: tip.text[lang] })) });
}

function listBanners(): Handler<typeof indexBanners> {
  return async (_request, { lang }) => ({
    list: banners.toSorted((a, b) => a.sort - b.sort).map((banner) => ({ ...banner, title: banner.title[lang] })),
  });
}

export function contentCalls(deps: ContentDeps): BoundCall[] {
  return [
    bindCall(indexAbout, showAbout(deps)),
    bindCall(indexTips, listTips()),
    bindCall(indexBanners, listBanners()),
    bindCall(indexPrivacy, showLegalText()),
    bindCall(indexStatus, showStatus(deps)),
    bindCall(helpLists, listHelp(deps.help)),
    bindCall(helpDetail, showHelpArticle(deps.help)),
  ];
}
