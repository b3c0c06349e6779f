// Custom fields of headquarters, with a value for nine of ten members, and filters of the member list on these fields.

/** Ids of the custom fields, far above the ids in the demo data. */
export const fieldIds = { text: 9001, number: 9002, date: 9003, boolean: 9004, choice: 9005, choices: 9006 }

const ids = fieldIds
const conditions = {
  'field contains, rare': `${ids.text}.contains.Kod 777`,
  'field contains, common': `${ids.text}.contains.Kod 7`,
  'field number equals': `${ids.number}.equals.777`,
  'field number range': `${ids.number}.atLeast.200~${ids.number}.atMost.260`,
  'field date range': `${ids.date}.from.2026-03-01~${ids.date}.to.2026-03-02`,
  'field yes': `${ids.boolean}.yes`,
  'field no, rare': `${ids.boolean}.no`,
  'field choice, common': `${ids.choice}.chosen.benchaaaa0`,
  'field choice, rare': `${ids.choice}.chosen.benchrare0`,
  'field choice, one of several': `${ids.choices}.chosen.benchbbbb1`,
  'field filled in': `${ids.choice}.filled`,
  'field empty': `${ids.choice}.empty`,
  'two fields': `${ids.choice}.chosen.benchaaaa0~${ids.number}.atLeast.900`,
}

const buildUrl = parameters =>
  `/api/users?${new URLSearchParams({ page: '1', pageSize: '10', ...parameters })}`

/** URLs of the member list: one for each condition, one within a country, and one with columns of custom fields. */
export const fieldFilters = {
  ...Object.fromEntries(Object.entries(conditions).map(([name, where]) => [name, buildUrl({ where })])),
  'field choice in a country': buildUrl({ where: conditions['field choice, common'], country: 'Japan' }),
  'field columns': buildUrl({ fields: Object.values(ids).join() }),
}

const columns = {
  text: `'Kod ' || draw % 5000`,
  number: 'draw % 1000',
  date: `date '2025-01-01' + draw % 800`,
  boolean: 'draw % 500 > 0',
  choice: `array[case when draw % 20000 = 7 then 'benchrare0' else 'benchaaaa' || draw % 4 end]`,
  choices: `array['benchbbbb' || draw % 6, 'benchbbbb' || (draw + 1) % 6]`,
}
const columnNames = {
  text: 'text_value',
  number: 'number_value',
  date: 'date_value',
  boolean: 'boolean_value',
  choice: 'choice_values',
  choices: 'choice_values',
}

/** Inserts values without triggers and without indexes, then rebuilds the indexes. */
export async function fillCustomFields(client) {
  const { rows: indexes } = await client.query(
    `select indexname, indexdef from pg_indexes
      where tablename = 'custom_field_values' and indexname not in (select conname from pg_constraint)`,
  )
  await client.query('set session_replication_role = replica')
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`)
  for (const [kind, id] of Object.entries(ids)) {
    await client.query(
      `insert into custom_fields (id, kind, label, position, slot, visible_to, editable_by)
       values ($1, $2::text, 'Bench ' || $2::text, $3::int, $3::int, 'both', 'both')`,
      [id, kind, id - 8980],
    )
    await client.query(
      `insert into custom_field_values (field_id, user_id, ${columnNames[kind]})
       select ${id}, id, ${columns[kind]}
         from (select id, abs(hashint4extended(id, ${id}) % 1000003)::int as draw from users where id % 10 > 0) u`,
    )
  }
  for (const { indexdef } of indexes) await client.query(indexdef)
  await client.query('set session_replication_role = origin')
  await client.query('vacuum analyze custom_field_values')
}
