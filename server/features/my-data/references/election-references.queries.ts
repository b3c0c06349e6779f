// Entries of the personal data registry: columns about elections.
import { sql } from 'drizzle-orm'
import { dataSectionText } from '#texts/data-references.ts'
import type { DataReference } from './data-reference.queries.ts'

const title = 'e.title'

export const electionReferences: DataReference[] = [
  {
    table: 'elections',
    purpose: 'votes',
    columns: ['organiser_id', 'annulment_proposed_by', 'annulled_by'],
    copy: {
      file: 'pilihan-raya',
      columns: { createdAt: true, title: true, status: true },
      from: userId => sql`elections t
        where ${userId} in (t.organiser_id, t.annulment_proposed_by, t.annulled_by) order by t.id`,
    },
    erasure: { keeps: () => dataSectionText['pilihan-raya'].keeps },
  },
  {
    table: 'election_candidates',
    purpose: 'votes',
    columns: ['user_id'],
    copy: {
      file: 'pencalonan',
      columns: { title, question: 'q.text', status: true, statement: true },
      from: userId => sql`election_candidates t join elections e on e.id = t.election_id
        join election_questions q on q.id = t.question_id where t.user_id = ${userId} order by t.id`,
    },
    erasure: { keeps: () => dataSectionText.pencalonan.keeps },
  },
  {
    table: 'election_trustees',
    purpose: 'votes',
    columns: ['user_id'],
    copy: {
      file: 'pemegang-amanah',
      columns: { title, certifiedAt: true, readyAt: true, decryptedAt: true },
      from: userId => sql`election_trustees t join elections e on e.id = t.election_id
        where t.user_id = ${userId} order by t.election_id`,
    },
    erasure: { keeps: () => dataSectionText['pemegang-amanah'].keeps },
  },
  {
    table: 'election_trustee_secrets',
    purpose: 'votes',
    columns: ['user_id'],
    copy: {
      file: 'bahagian-kunci',
      columns: { createdAt: true, title, blob: true },
      from: userId => sql`election_trustee_secrets t join elections e on e.id = t.election_id
        where t.user_id = ${userId} order by t.election_id`,
    },
    erasure: { removes: userId => sql`delete from election_trustee_secrets where user_id = ${userId}` },
  },
  {
    table: 'election_voters',
    purpose: 'votes',
    columns: ['user_id'],
    copy: {
      file: 'daftar-pengundi',
      columns: { createdAt: 't.enrolled_at', title, credential: true, statement: true },
      from: userId => sql`election_voters t join elections e on e.id = t.election_id
        where t.user_id = ${userId} order by t.election_id`,
    },
    erasure: { keeps: () => dataSectionText['daftar-pengundi'].keeps },
  },
  {
    table: 'election_objections',
    purpose: 'votes',
    columns: ['user_id'],
    copy: {
      file: 'bantahan',
      columns: { createdAt: true, title, text: true },
      from: userId => sql`election_objections t join elections e on e.id = t.election_id
        where t.user_id = ${userId} order by t.id`,
    },
    erasure: { removes: userId => sql`delete from election_objections where user_id = ${userId}` },
  },
  {
    table: 'election_lost_events',
    purpose: 'votes',
    columns: ['user_id'],
    copy: {
      file: 'log-hilang',
      columns: { createdAt: true, title, height: true, hash: true },
      from: userId => sql`election_lost_events t join elections e on e.id = t.election_id
        where t.user_id = ${userId} order by t.election_id`,
    },
    erasure: { removes: userId => sql`delete from election_lost_events where user_id = ${userId}` },
  },
]
