-- Which request a withdrawal came of, so that one request is one withdrawal whatever became of its first answer. Rows of
-- before have none.
alter table withdrawals add column request_id text;
create unique index withdrawals_of_request on withdrawals (user_id, request_id);

-- Their hashes were plain ones of content that held payment passwords; now they are keyed with the pepper.
delete from idempotent_answers;
