// A database and a folder that hold nothing, for as long as something is tried in them.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { connectClient, roleOf } from '#server/db/client.ts'
import { StartupError } from '#server/terminal.ts'

export interface EmptyPlace {
  ownerUrl: string
  uploadsDir: string
  close(): Promise<void>
}

export interface Server {
  /** The database that the program uses, as its owner. */
  ownerUrl: string
  /** Somebody who may make databases there. */
  makerUrl: string
}

const prefix = 'perantau_check_'

function inDatabase(url: string, name: string): string {
  return url.replace(/^([a-z]+:\/\/[^/]*\/)[^?]*/, `$1${name}`)
}

/** Those of a program that was killed; one that is in use refuses. */
async function clearAway(maker: pg.Client): Promise<void> {
  const { rows } = await maker.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [prefix],
  )
  for (const { name } of rows) {
    await maker.query(`drop database if exists ${pg.escapeIdentifier(name)}`).catch(() => {})
  }
}

/** `near`: where there is room for the files of a backup. */
export async function makeEmptyPlace({ ownerUrl, makerUrl }: Server, near: string): Promise<EmptyPlace> {
  const name = prefix + randomBytes(6).toString('hex')
  const owner = await roleOf(ownerUrl)
  const maker = await connectClient(makerUrl, { purpose: 'restore' })
  try {
    await clearAway(maker)
    // Made of what every server has: the encoding of a database that was made otherwise does not matter here.
    await maker.query(
      `create database ${name} template template0 encoding 'UTF8' owner ${pg.escapeIdentifier(owner)}`,
    )
  } catch (error) {
    await maker.end()
    if ((error as { code?: string }).code !== '42501') throw error
    throw new StartupError(
      `${owner} may not make the empty database in which a backup is tried; "alter role ${owner} createdb" allows it.`,
    )
  }
  const folder = await mkdtemp(join(near, '.check-'))
  return {
    ownerUrl: inDatabase(ownerUrl, name),
    uploadsDir: join(folder, 'uploads'),
    close: async () => {
      await rm(folder, { recursive: true, force: true })
      await maker.query(`drop database if exists ${name} with (force)`).finally(() => maker.end())
    },
  }
}
