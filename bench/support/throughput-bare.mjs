// Reference for bench/throughput.mjs: node:http and pg return the rows of one statement as JSON.
import { createServer } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'

const host = encodeURIComponent(join(process.argv[2], 'socket'))
const pool = new pg.Pool({ connectionString: `postgresql://postgres@/perantau?host=${host}`, max: 10 })
const statement = {
  name: 'page',
  text: `select u.id, u.full_name, u.email, u.role, u.status, u.current_country, u.club_id, c.name as club_name,
                u.institution, u.course, u.education_level, u.membership_number, u.created_at, u.approved_at
           from users u left join clubs c on c.id = u.club_id
          where u.status = 'active' and u.erased_at is null order by u.full_name, u.id limit 10`,
}
const server = createServer(async (_request, response) => {
  const { rows } = await pool.query(statement)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows))
})
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
