-- The second of the first two operators counts as the first, who was shown its token, until the first has said by the mark of
-- its own token that it is somebody else. No such word was given yet, and all others rest on the word of these two: everybody
-- is the first's person again, and is vouched for anew, the second before the others.
update operators set person = (select name from operators order by id limit 1);
