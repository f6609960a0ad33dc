-- The store as its first format had it. A file like this must be read for ever; never change this one.
CREATE TABLE organization (
	number INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE
) STRICT;
-- Everything an organisation consists of, in order of creation: the document is the entity as JSON.
CREATE TABLE entity (
	sequence INTEGER PRIMARY KEY,
	organization INTEGER NOT NULL,
	noun TEXT NOT NULL,
	id TEXT NOT NULL,
	document TEXT NOT NULL,
	UNIQUE (organization, noun, id)
) STRICT;
-- The activity log. body is the text that was signed and submitted; document holds the rest (votes, result, times).
CREATE TABLE activity (
	sequence INTEGER PRIMARY KEY,
	organization INTEGER NOT NULL,
	id TEXT NOT NULL UNIQUE,
	fingerprint TEXT NOT NULL,
	type TEXT NOT NULL,
	status TEXT NOT NULL,
	body TEXT NOT NULL,
	document TEXT NOT NULL,
	UNIQUE (organization, fingerprint)
) STRICT;
-- Every index entry ends with the sequence, so a page is read from the end of an index, however long the log is.
CREATE INDEX activity_by_organization ON activity (organization);
CREATE INDEX activity_by_type ON activity (organization, type, status);
PRAGMA user_version = 1;
