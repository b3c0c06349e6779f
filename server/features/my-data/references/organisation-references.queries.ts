// Entries of the personal data registry: activities, offices, clubs and saved list views.
import { sql } from 'drizzle-orm'
import { dataSectionText } from '#texts/data-references.ts'
import {
  clubName,
  type DataReference,
  definePersonalDataTable,
  titleForUser,
} from './data-reference.queries.ts'

export const organisationReferences: DataReference[] = [
  definePersonalDataTable('activity_helpers', 'activities', {
    file: 'bantuan-aktiviti',
    columns: { createdAt: true, activity: titleForUser },
    from: userId =>
      sql`activity_helpers t join activities a on a.id = t.activity_id where t.user_id = ${userId} order by t.activity_id`,
  }),
  {
    table: 'offices',
    purpose: 'membership',
    columns: ['user_id'],
    copy: {
      file: 'jawatan',
      columns: {
        startedAt: true,
        endedAt: true,
        endsOn: true,
        office: true,
        country: true,
        club: clubName,
      },
      from: userId => sql`offices t where t.user_id = ${userId} order by t.id`,
    },
    erasure: { keeps: () => dataSectionText.jawatan.keeps },
  },
  {
    table: 'appointments',
    purpose: 'membership',
    columns: ['user_id'],
    copy: {
      file: 'lantikan',
      columns: {
        createdAt: true,
        office: true,
        country: true,
        club: clubName,
        startsOn: true,
        endsOn: true,
        endedAt: true,
      },
      from: userId => sql`appointments t where t.user_id = ${userId} order by t.id`,
    },
    erasure: { keeps: () => dataSectionText.lantikan.keeps },
  },
  {
    table: 'office_handovers',
    purpose: 'membership',
    columns: ['to_id'],
    copy: {
      file: 'serahan-jawatan',
      columns: { createdAt: true, status: true, decidedAt: true },
      from: userId => sql`office_handovers t where t.to_id = ${userId} order by t.id`,
    },
    erasure: { removes: userId => sql`delete from office_handovers where to_id = ${userId}` },
  },
  definePersonalDataTable('saved_views', 'own', {
    file: 'paparan-senarai',
    columns: { createdAt: true, list: true, name: true, search: true, isShared: true },
  }),
  definePersonalDataTable('user_tags', 'membership', {
    file: 'tag',
    columns: {
      createdAt: true,
      name: 'g.name',
      country: 'g.country',
      club: '(select c.name from clubs c where c.id = g.club_id)',
    },
    from: userId => sql`user_tags t join tags g on g.id = t.tag_id
      where t.user_id = ${userId} and g.removed_at is null order by t.tag_id`,
  }),
  definePersonalDataTable('member_engagement', 'membership', {
    file: 'penglibatan',
    columns: { lastSeenOn: true, attended: true },
    from: userId => sql`member_engagement t where t.user_id = ${userId}`,
  }),
  definePersonalDataTable('calendar_feeds', 'activities', {
    file: 'pautan-kalendar',
    columns: { createdAt: true, club: clubName },
  }),
  {
    table: 'activity_participants',
    purpose: 'activities',
    columns: ['user_id', 'marked_by'],
    copy: {
      file: 'penyertaan',
      columns: {
        createdAt: true,
        activity: titleForUser,
        startDate: 'a.start_date',
        status: true,
        attendedAt: true,
        isHidden: true,
        answers: `(select jsonb_object_agg(q->>'text', t.answers->(q->>'id')) from jsonb_array_elements(a.questions) q
             where t.answers ? (q->>'id'))`,
      },
      from: userId =>
        sql`activity_participants t join activities a on a.id = t.activity_id where t.user_id = ${userId} order by t.id`,
    },
    erasure: {
      keeps: () => dataSectionText.penyertaan.keeps,
    },
  },
  {
    table: 'activities',
    purpose: 'activities',
    columns: ['organizer_id'],
    copy: {
      file: 'aktiviti-dianjurkan',
      columns: {
        createdAt: true,
        id: true,
        title: true,
        description: true,
        language: true,
        secondLanguage: true,
        secondTitle: true,
        secondDescription: true,
        location: true,
        startDate: true,
        endDate: true,
        status: true,
        questions: true,
      },
      from: userId => sql`activities t where t.organizer_id = ${userId} order by t.id`,
    },
    erasure: { keeps: () => dataSectionText['aktiviti-dianjurkan'].keeps },
  },
  {
    table: 'clubs',
    purpose: 'clubs',
    columns: ['admin_id'],
    copy: {
      file: 'kelab-ditadbir',
      columns: { id: true, name: true, country: true, city: true },
      from: userId => sql`clubs t where t.admin_id = ${userId} order by t.id`,
    },
    erasure: { keeps: () => dataSectionText['kelab-ditadbir'].keeps },
  },
  {
    table: 'club_history',
    purpose: 'clubs',
    columns: ['changed_by'],
    copy: {
      file: 'perubahan-kelab',
      columns: { createdAt: true, club: clubName, isActive: true },
      from: userId => sql`club_history t where t.changed_by = ${userId} order by t.id`,
    },
    erasure: { keeps: () => dataSectionText['perubahan-kelab'].keeps },
  },
  {
    table: 'open_countries',
    purpose: 'clubs',
    columns: ['opened_by'],
    copy: {
      file: 'negara-dibuka',
      columns: { openedAt: true, country: true },
      from: userId => sql`open_countries t where t.opened_by = ${userId} order by t.country`,
    },
    erasure: { keeps: () => dataSectionText['negara-dibuka'].keeps },
  },
]
