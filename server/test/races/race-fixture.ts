// Test data for one race (concurrency test of two requests): users, their club, groups, activity and announcements.
// A database function inserts the test data in one call, because there are thousands of concurrency tests.
import { randomBytes } from 'node:crypto'
import { hashPassword } from '#server/identity/password.ts'
import { createSignedLinkToken } from '#server/secret.ts'
import { hashSessionToken } from '#server/sessions/sessions.service.ts'
import { testSecret } from '#server/test/harness/app.ts'
import { runSqlStatements, type TestDatabase } from '#server/test/harness/database.ts'
import { testPassword } from '#server/test/harness/factories.ts'

/**
 * Users in a concurrency test: `chief` and `hq` decide; `ali` and `siti` are members of one club; `bakar` is pending
 * and `dayang` inactive; `encik` administers the club and offers the office to siti; `farid` has no relation to the
 * others.
 */
const people = {
  chief: ['system_admin', 'active'],
  hq: ['hq_admin', 'active'],
  ali: ['member', 'active'],
  siti: ['member', 'active'],
  bakar: ['member', 'pending'],
  dayang: ['member', 'inactive'],
  encik: ['club_admin_ln', 'active'],
  farid: ['member', 'active'],
} as const
export type PersonName = keyof typeof people
const names = Object.keys(people) as PersonName[]

const values = names.map((name, index) => `(${index}, '${name}', '${people[name].join("', '")}')`).join(', ')

/**
 * SQL function that inserts the data of one concurrency test. `tokens` are hashes of one session token per user, and of
 * a second one of ali.
 */
const fixtureFunctionSql = `
create function insert_race_fixture(tokens text[], password_hash text) returns jsonb language plpgsql as $$
declare
  made jsonb := '{}';
  tag text := replace(gen_random_uuid()::text, '-', '');
  club int; elsewhere int; activity int; grp int; direct int; draft int; sent int; scheduled int; roll int;
  motion int; motion_draft int;
  office int; appointment int; handover int; report int; invitation uuid; feed uuid; view int; field int; reset uuid; confirm uuid; said bigint[]; label int; seg int;
  p jsonb := '{}'; s jsonb := '{}'; one record; uid int; sid int;
begin
  insert into clubs (name, country) values ('Kelab ' || tag, 'Japan') returning id into club;
  insert into clubs (name, country) values ('Kelab lain ' || tag, 'Germany') returning id into elsewhere;
  for one in select * from (values ${values}) as v(place, name, role, status) order by place loop
    insert into users (username, email, full_name, password, role, status, current_country, club_id, phone)
      values ('ujian' || one.name || tag, one.name || tag || '@contoh.my', 'Ujian ' || one.name, password_hash, one.role,
        one.status, 'Japan', club, '+60123456789') returning id into uid;
    insert into sessions (user_id, token, method, expires_at)
      values (uid, tokens[one.place + 1], 'password', now() + interval '1 day') returning id into sid;
    p := p || jsonb_build_object(one.name, uid);
    s := s || jsonb_build_object(one.name, sid);
  end loop;
  insert into sessions (user_id, token, method, expires_at)
    values ((p->>'ali')::int, tokens[${names.length + 1}], 'password', now() + interval '1 day') returning id into sid;
  s := s || jsonb_build_object('aliElsewhere', sid);
  -- As the program itself would have them: each in the groups of their place.
  insert into message_groups (name, type, country, club_id) values ('Perantau Sedunia', 'global', null, null),
    ('Japan', 'country', 'Japan', null), ('Kelab', 'club', null, club) on conflict do nothing;
  insert into group_members (group_id, user_id) select g.id, u.id from message_groups g, users u
    where u.club_id = club and u.status = 'active' and (g.type = 'global' or g.country = 'Japan' or g.club_id = club);

  insert into activities (title, club_id, organizer_id, max_participants, start_date, end_date)
    values ('Aktiviti', club, (p->>'encik')::int, 1, now() + interval '30 minutes', now() + interval '3 hours')
    returning id into activity;
  insert into activity_participants (activity_id, user_id, status, created_at) values
    (activity, (p->>'ali')::int, 'registered', now() - interval '9 days'),
    (activity, (p->>'siti')::int, 'waiting', now() - interval '9 days');

  insert into message_groups (name, type, created_by, last_seq) values ('Kumpulan', 'custom', (p->>'ali')::int, 2)
    returning id into grp;
  insert into message_groups (name, type, direct_key) values ('', 'custom', (p->>'ali') || ':' || (p->>'siti'))
    returning id into direct;
  insert into group_members (group_id, user_id, role) values (grp, (p->>'ali')::int, 'owner'),
    (grp, (p->>'siti')::int, 'member'), (grp, (p->>'encik')::int, 'member'), (direct, (p->>'ali')::int, 'member'),
    (direct, (p->>'siti')::int, 'member');
  with words as (insert into messages (group_id, seq, sender_id, client_id, content) values
    (grp, 1, (p->>'ali')::int, 'satu' || tag, 'satu'), (grp, 2, (p->>'siti')::int, 'dua' || tag, 'dua') returning id)
    select array_agg(id order by id) into said from words;
  insert into message_reports (message_id, group_id, reporter_id, sender_id, reason, content)
    values (said[1], grp, (p->>'siti')::int, (p->>'ali')::int, 'spam', 'satu') returning id into report;

  insert into announcements (author_id, title, body, audience)
    values ((p->>'hq')::int, 'Hebahan', 'Salam', jsonb_build_object('clubIds', array[club])) returning id into draft;
  insert into announcements (author_id, title, body, audience, sent_by, send_at, status, recipient_count, poll)
    values ((p->>'hq')::int, 'Hebahan', 'Salam', jsonb_build_object('clubIds', array[club]), (p->>'hq')::int, now(), 'sent', 2,
      '{"text": "Setuju?", "choices": ["Ya", "Tidak"], "isAnonymous": false, "endsAt": null}') returning id into sent;
  insert into announcements (author_id, title, body, audience, sent_by, send_at, status)
    values ((p->>'hq')::int, 'Hebahan', 'Salam', jsonb_build_object('clubIds', array[club]), (p->>'hq')::int,
      now() + interval '1 day', 'scheduled') returning id into scheduled;
  insert into announcement_recipients (announcement_id, user_id) values (sent, (p->>'ali')::int), (sent, (p->>'siti')::int);
  insert into roll_calls (asked_by, country, message, asked_count, erase_at, created_at)
    values ((p->>'hq')::int, 'Japan', 'Gempa', 2, now() + interval '1 day', now() - interval '1 day') returning id into roll;
  insert into roll_call_people (roll_call_id, user_id) values (roll, (p->>'ali')::int), (roll, (p->>'siti')::int);

  insert into motions (author_id, club_id, title, body, proposer_id, seconder_id, majority, closes_at)
    values ((p->>'encik')::int, club, 'Usul', 'Teks', (p->>'ali')::int, (p->>'siti')::int, 'simple', now() + interval '1 day')
    returning id into motion_draft;
  insert into motions (author_id, club_id, title, body, proposer_id, seconder_id, majority, closes_at)
    values ((p->>'encik')::int, club, 'Usul', 'Teks', (p->>'ali')::int, (p->>'siti')::int, 'simple', now() + interval '1 day')
    returning id into motion;
  insert into motion_voters values (motion, (p->>'ali')::int), (motion, (p->>'siti')::int);
  update motions set status = 'open', opened_at = now(), voter_count = 2, notice = 'opened' where id = motion;

  select id into office from offices where user_id = (p->>'encik')::int and ended_at is null;
  insert into office_handovers (office_id, to_id) values (office, (p->>'siti')::int) returning id into handover;
  insert into appointments (user_id, office, club_id, starts_on, ends_on, time_zone)
    values ((p->>'ali')::int, 'treasurer', club, '2020-01-01', '2090-01-01', 'UTC') returning id into appointment;
  insert into invitations (created_by, country, club_id, most, expires_at)
    values ((p->>'hq')::int, 'Japan', club, 1, now() + interval '1 day') returning id into invitation;
  insert into calendar_feeds (user_id) values ((p->>'ali')::int) returning id into feed;
  insert into saved_views (user_id, list, name, search) values ((p->>'hq')::int, 'members', 'Jepun', 'country=Japan')
    returning id into view;
  insert into custom_fields (club_id, kind, label, position, slot, visible_to, editable_by, updated_at)
    values (club, 'text', 'Saiz baju', 1, 1, 'both', 'both', '2026-01-01 00:00:00+00') returning id into field;
  insert into custom_field_values (field_id, user_id, text_value) values (field, (p->>'ali')::int, 'M'),
    (field, (p->>'siti')::int, 'L');
  insert into segments (club_id, name, match, conditions)
    values (club, 'Segmen', 'all', '[{"kind": "role", "values": ["member"]}]') returning id into seg;
  insert into tags (club_id, name) values (club, 'Tag') returning id into label;
  insert into user_tags (tag_id, user_id) values (label, (p->>'siti')::int);
  insert into account_tokens (user_id, kind, email, expires_at) values
    ((p->>'ali')::int, 'reset_password', 'ali' || tag || '@contoh.my', now() + interval '1 hour') returning id into reset;
  insert into account_tokens (user_id, kind, email, expires_at) values
    ((p->>'bakar')::int, 'confirm_email', 'bakar' || tag || '@contoh.my', now() + interval '1 hour') returning id into confirm;
  return jsonb_build_object('tag', tag, 'people', p, 'sessions', s, 'clubId', club, 'elsewhereId', elsewhere, 'activityId', activity,
    'groupId', grp, 'directId', direct, 'messageIds', said, 'reportId', report, 'draftId', draft, 'sentId', sent,
    'scheduledId', scheduled, 'rollCallId', roll, 'motionId', motion, 'motionDraftId', motion_draft, 'officeId', office, 'appointmentId', appointment, 'handoverId', handover, 'invitationId', invitation,
    'feedId', feed, 'viewId', view, 'fieldId', field, 'tagId', label, 'segmentId', seg, 'resetId', reset, 'confirmId', confirm);
end $$`

interface InsertedIds {
  tag: string
  people: Record<PersonName, number>
  sessions: Record<PersonName | 'aliElsewhere', number>
  clubId: number
  elsewhereId: number
  activityId: number
  groupId: number
  directId: number
  messageIds: number[]
  reportId: number
  draftId: number
  sentId: number
  scheduledId: number
  rollCallId: number
  motionId: number
  motionDraftId: number
  officeId: number
  appointmentId: number
  handoverId: number
  invitationId: string
  feedId: string
  viewId: number
  fieldId: number
  tagId: number
  segmentId: number
  resetId: string
  confirmId: string
}

export interface RacePerson {
  id: number
  email: string
  fullName: string
  sessionId: number
  cookie: string
}

export type RaceFixture = Omit<InsertedIds, 'people' | 'sessions'> &
  Record<PersonName | 'aliElsewhere', RacePerson> & {
    ids: number[]
    /**
     * Maps ids of the test data to fixed names, so that the results of different races (concurrency tests) can be
     * compared.
     */
    labels: Map<string, string>
    links: Record<'reset' | 'confirm' | 'invitation', string>
  }

let passwordHash: Promise<string> | undefined

export async function createRaceFixtureSqlFunction({ ownerUrl }: TestDatabase): Promise<void> {
  await runSqlStatements(ownerUrl, fixtureFunctionSql)
}

export async function insertRaceFixture({ pool }: TestDatabase): Promise<RaceFixture> {
  passwordHash ??= hashPassword(testPassword)
  const tokens = [...names, 'aliElsewhere'].map(() => randomBytes(32).toString('base64url'))
  const { rows } = await pool.query<{ made: InsertedIds }>('select insert_race_fixture($1, $2) as made', [
    tokens.map(hashSessionToken),
    await passwordHash,
  ])
  const [row] = rows
  if (!row) throw new Error('no fixture')
  const { people: ids, sessions, ...otherIds } = row.made
  const buildPerson = (
    name: PersonName,
    key: PersonName | 'aliElsewhere',
    token: string | undefined,
  ): RacePerson => ({
    id: ids[name],
    email: `${name}${otherIds.tag}@contoh.my`,
    fullName: `Ujian ${name}`,
    sessionId: sessions[key],
    cookie: `session=${token}`,
  })
  return {
    ...otherIds,
    ...(Object.fromEntries(
      names.map((name, index) => [name, buildPerson(name, name, tokens[index])]),
    ) as Record<PersonName, RacePerson>),
    aliElsewhere: buildPerson('ali', 'aliElsewhere', tokens.at(-1)),
    ids: Object.values(ids),
    labels: new Map([
      ...names.map(name => [`user ${ids[name]}`, name] as const),
      [`club ${otherIds.clubId}`, 'club'],
      [`club ${otherIds.elsewhereId}`, 'elsewhere'],
    ]),
    links: {
      reset: createSignedLinkToken(testSecret, otherIds.resetId),
      confirm: createSignedLinkToken(testSecret, otherIds.confirmId),
      invitation: createSignedLinkToken(testSecret, otherIds.invitationId),
    },
  }
}
