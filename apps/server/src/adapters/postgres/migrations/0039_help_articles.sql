-- The help centre. Articles come from the files of a release; what an operator has edited is his, and a start leaves it alone.

create table help_articles (
  id integer generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z][a-z0-9-]{0,63}$'),
  category text not null,
  sort integer not null,
  -- Of the files that the texts came from, or that an operator last saw when he edited them.
  version integer not null check (version >= 1),
  edited boolean not null default false,
  title_zh text not null,
  summary_zh text not null,
  content_zh text not null,
  title_en text not null,
  summary_en text not null,
  content_en text not null,
  updated_at timestamptz not null
);
