#!/bin/sh
# Run once by the database's image: the role that the program itself uses. It owns nothing.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$APP_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role perantau login password :'password';
SQL
