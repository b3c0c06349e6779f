// Entries of the personal data registry: activities, offices, clubs and saved list views.
import { sql } from 'drizzle-orm'
import { clubName, createdAt, type DataReference, defineOwnTable } from './data-reference.queries.ts'

export const organisationReferences: DataReference[] = [
  defineOwnTable('activity_helpers', 'activities', {
    file: 'bantuan-aktiviti',
    title: 'Aktiviti yang saya bantu',
    columns: { createdAt, activity: ['Aktiviti', 'a.title'] },
    from: userId =>
      sql`activity_helpers t join activities a on a.id = t.activity_id where t.user_id = ${userId} order by t.activity_id`,
  }),
  {
    table: 'offices',
    purpose: 'membership',
    columns: ['user_id'],
    copy: {
      file: 'jawatan',
      title: 'Jawatan saya',
      columns: {
        startedAt: 'Mula',
        endedAt: 'Tamat',
        endsOn: 'Tempoh hingga',
        office: 'Jawatan',
        country: 'Negara',
        club: clubName,
      },
      from: userId => sql`offices t where t.user_id = ${userId} order by t.id`,
    },
    erasure: { keeps: 'bahawa jawatan itu pernah diisi, dengan ID yang tidak lagi merujuk kepada sesiapa' },
  },
  {
    table: 'appointments',
    purpose: 'membership',
    columns: ['user_id'],
    copy: {
      file: 'lantikan',
      title: 'Jawatan yang diberikan kepada saya',
      columns: {
        createdAt,
        office: 'Jawatan',
        country: 'Negara',
        club: clubName,
        startsOn: 'Mula',
        endsOn: 'Tempoh hingga',
        endedAt: 'Tamat',
      },
      from: userId => sql`appointments t where t.user_id = ${userId} order by t.id`,
    },
    erasure: { keeps: 'bahawa jawatan itu pernah diisi, dengan ID yang tidak lagi merujuk kepada sesiapa' },
  },
  {
    table: 'office_handovers',
    purpose: 'membership',
    columns: ['to_id'],
    copy: {
      file: 'serahan-jawatan',
      title: 'Jawatan yang ditawarkan kepada saya',
      columns: { createdAt, status: 'Status', decidedAt: 'Diputuskan' },
      from: userId => sql`office_handovers t where t.to_id = ${userId} order by t.id`,
    },
    erasure: { removes: userId => sql`delete from office_handovers where to_id = ${userId}` },
  },
  defineOwnTable('saved_views', 'own', {
    file: 'paparan-senarai',
    title: 'Paparan senarai yang saya simpan',
    columns: { createdAt, list: 'Senarai', name: 'Nama', search: 'Penapis', isShared: 'Dikongsi' },
  }),
  defineOwnTable('calendar_feeds', 'activities', {
    file: 'pautan-kalendar',
    title: 'Pautan kalendar',
    columns: { createdAt, club: clubName },
  }),
  {
    table: 'activity_participants',
    purpose: 'activities',
    columns: ['user_id', 'marked_by'],
    copy: {
      file: 'penyertaan',
      title: 'Aktiviti yang saya sertai',
      columns: {
        createdAt,
        activity: ['Aktiviti', 'a.title'],
        startDate: ['Masa', 'a.start_date'],
        status: 'Status',
        attendedAt: 'Hadir pada',
        isHidden: 'Disembunyikan daripada peserta lain',
        answers: [
          'Jawapan',
          `(select jsonb_object_agg(q->>'text', t.answers->(q->>'id')) from jsonb_array_elements(a.questions) q
             where t.answers ? (q->>'id'))`,
        ],
      },
      from: userId =>
        sql`activity_participants t join activities a on a.id = t.activity_id where t.user_id = ${userId} order by t.id`,
    },
    erasure: {
      keeps:
        'kehadiran aktiviti yang lepas sebagai bilangan sahaja, tanpa jawapan; tempat dalam aktiviti akan datang dilepaskan',
    },
  },
  {
    table: 'activities',
    purpose: 'activities',
    columns: ['organizer_id'],
    copy: {
      file: 'aktiviti-dianjurkan',
      title: 'Aktiviti yang saya anjurkan',
      columns: {
        createdAt,
        id: 'ID',
        title: 'Tajuk',
        description: 'Penerangan',
        location: 'Tempat',
        startDate: 'Mula',
        endDate: 'Tamat',
        status: 'Status',
        questions: 'Soalan',
      },
      from: userId => sql`activities t where t.organizer_id = ${userId} order by t.id`,
    },
    erasure: { keeps: 'milik kelab; nama dan maklumat orang itu dibuang daripada teksnya' },
  },
  {
    table: 'clubs',
    purpose: 'clubs',
    columns: ['admin_id'],
    copy: {
      file: 'kelab-ditadbir',
      title: 'Kelab yang saya tadbir',
      columns: { id: 'ID', name: 'Nama', country: 'Negara', city: 'Bandar' },
      from: userId => sql`clubs t where t.admin_id = ${userId} order by t.id`,
    },
    erasure: { keeps: 'kelab itu sendiri, tanpa pentadbir' },
  },
  {
    table: 'club_history',
    purpose: 'clubs',
    columns: ['changed_by'],
    copy: {
      file: 'perubahan-kelab',
      title: 'Perubahan status kelab oleh saya',
      columns: { createdAt, club: clubName, isActive: 'Aktif' },
      from: userId => sql`club_history t where t.changed_by = ${userId} order by t.id`,
    },
    erasure: { keeps: 'sejarah kelab, dengan ID yang tidak lagi merujuk kepada sesiapa' },
  },
  {
    table: 'open_countries',
    purpose: 'clubs',
    columns: ['opened_by'],
    copy: {
      file: 'negara-dibuka',
      title: 'Negara yang saya buka',
      columns: { openedAt: 'Dibuka', country: 'Negara' },
      from: userId => sql`open_countries t where t.opened_by = ${userId} order by t.country`,
    },
    erasure: { keeps: 'bahawa negara itu dibuka, dengan ID yang tidak lagi merujuk kepada sesiapa' },
  },
]
