// The only code that reads environment variables. An invalid setting stops the start with a message that names it.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import type { Role } from '#shared/constants.ts'
import { languages } from '#shared/language/languages.ts'
import {
  addresses,
  buildIntegerSettingSchema,
  buildUrlSettingSchema,
  databaseUrl,
  issuer,
  loginLimits,
  onOff,
  ownMachine,
  publicUrl,
  registerLimit,
  roleList,
  secretKey,
  stunUrls,
  text,
  timeOfDay,
  turnUrls,
  vapidPrivateKey,
  vapidPublicKey,
  vapidSubject,
} from './setting-parsers.ts'
import { StartupError } from './terminal.ts'

/** Root folder of the checkout: the nearest folder above this code (source or bundle) that contains package.json. */
export const root = findProjectRoot(dirname(fileURLToPath(import.meta.url)))

function findProjectRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findProjectRoot(dirname(folder))
}

export const releaseVersion: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version

const schema = z.object({
  PORT: z._default(buildIntegerSettingSchema(1, 65535), 3000),
  HOST: z.optional(z.string().check(z.regex(/^[0-9a-zA-Z.:-]+$/))),
  METRICS_PORT: z.optional(buildIntegerSettingSchema(1, 65535)),
  DATABASE_URL: z.optional(databaseUrl),
  DATABASE_OWNER_URL: z.optional(databaseUrl),
  DATABASE_DIRECT_URL: z.optional(databaseUrl),
  DATABASE_REPLICA_URL: z.optional(databaseUrl),
  DATABASE_PREPARED: z.optional(onOff),
  DATABASE_TIMEOUT_MS: z._default(buildIntegerSettingSchema(100, 600_000), 1800),
  DATA_DIR: z._default(z.string(), 'data'),
  PUBLIC_URL: z.optional(publicUrl),
  TRUST_PROXY: z.optional(addresses),
  DEFAULT_LANGUAGE: z._default(z.enum(languages), 'ms'),
  PSEUDO_LANGUAGE: z._default(onOff, false),
  APP_NAME: z._default(text, 'Perantau'),
  ORG_NAME: z._default(text, 'Kelab Perantau'),
  SMTP_URL: z.optional(buildUrlSettingSchema(['smtp:', 'smtps:'])),
  MAIL_FROM: z._default(
    z.string().check(z.regex(/@/), z.maxLength(200)),
    'Perantau <tiada-balasan@localhost>',
  ),
  MAIL_RATE: z.optional(buildIntegerSettingSchema(1, 100_000)),
  MAIL_WEBHOOK_SECRET: z.optional(secretKey),
  DKIM_DOMAIN: z.optional(z.string().check(z.regex(/^[a-z0-9.-]{3,253}$/i))),
  DKIM_SELECTOR: z.optional(z.string().check(z.regex(/^[a-z0-9.-]{1,63}$/i))),
  DKIM_KEY_FILE: z.optional(z.string()),
  GOOGLE_CLIENT_ID: z.optional(z.string().check(z.maxLength(300))),
  GOOGLE_CLIENT_SECRET: z.optional(z.string().check(z.maxLength(300))),
  OIDC_ISSUER: z._default(issuer, 'https://accounts.google.com'),
  S3_URL: z.optional(buildUrlSettingSchema(['https:', 'http:'])),
  S3_BUCKET: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/))),
  S3_REGION: z._default(z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)), 'us-east-1'),
  S3_KEY_ID: z.optional(z.string().check(z.maxLength(300))),
  S3_SECRET: z.optional(z.string().check(z.maxLength(300))),
  TURN_URL: z.optional(turnUrls),
  TURN_SECRET: z.optional(z.string().check(z.minLength(16), z.maxLength(300))),
  STUN_URLS: z.optional(stunUrls),
  JANUS_URL: z.optional(buildUrlSettingSchema(['http:', 'https:'])),
  JANUS_SECRET: z.optional(z.string().check(z.minLength(16), z.maxLength(300))),
  JANUS_ROOM_KEY: z.optional(z.string().check(z.minLength(16), z.maxLength(300))),
  VAPID_PUBLIC_KEY: z.optional(vapidPublicKey),
  VAPID_PRIVATE_KEY: z.optional(vapidPrivateKey),
  VAPID_SUBJECT: z.optional(vapidSubject),
  TEST_PUSH_URL: z.optional(ownMachine),
  SERVICE_WORKER: z._default(onOff, true),
  SECRET_KEY: z.optional(secretKey),
  NEW_SECRET_KEY: z.optional(secretKey),
  AVATAR_SERVICE_URL: z.optional(buildUrlSettingSchema(['https:', 'http:'])),
  SESSION_DAYS: z._default(buildIntegerSettingSchema(1, 365), 30),
  ADMIN_IDLE_HOURS: z._default(buildIntegerSettingSchema(1, 8760), 12),
  LOGIN_LIMITS: z._default(loginLimits, {
    account: { failures: 5, minutes: 30 },
    address: { failures: 6, minutes: 1 },
  }),
  REQUIRE_2FA: z.optional(roleList),
  REGISTER_LIMIT: z._default(registerLimit, { most: 200, minutes: 60 }),
  MIN_AGE: z.optional(buildIntegerSettingSchema(1, 99)),
  BACKUP_DIR: z.optional(z.string()),
  BACKUP_AT: z._default(timeOfDay, 3 * 60),
  BACKUP_KEEP_DAYS: z._default(buildIntegerSettingSchema(1, 3650), 14),
  BACKUP_CHECK_DAYS: z._default(buildIntegerSettingSchema(1, 365), 7),
  BACKUP_PASSPHRASE: z.optional(z.string().check(z.minLength(16), z.maxLength(1000))),
  LOG_LEVEL: z.optional(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])),
})

/** Names of all settings, for the test that compares them with docs/settings.md. */
export const settingNames = Object.keys(schema.def.shape)

const hints: Partial<Record<keyof typeof schema.def.shape, string>> = {
  PORT: 'a number from 1 to 65535',
  HOST: 'an IP address or host name',
  METRICS_PORT: 'a number from 1 to 65535',
  DATABASE_URL: 'a URL such as postgresql://user:password@host:5432/name',
  DATABASE_OWNER_URL: 'a URL such as postgresql://owner:password@host:5432/name',
  DATABASE_DIRECT_URL: 'a URL such as postgresql://user:password@host:5432/name, not the URL of a pooler',
  DATABASE_REPLICA_URL: 'a URL such as postgresql://user:password@replica:5432/name',
  DATABASE_PREPARED: 'on or off',
  DATABASE_TIMEOUT_MS: 'a number of milliseconds from 100 to 600000',
  PUBLIC_URL: 'a URL such as https://perantau.example.org, without a path',
  TRUST_PROXY: 'IP addresses separated by commas, such as 10.0.0.1, 10.0.1.0/24',
  DEFAULT_LANGUAGE: 'ms or en',
  PSEUDO_LANGUAGE: 'on or off',
  SMTP_URL: 'a URL such as smtps://user:password@mail.example.org:465',
  MAIL_FROM: 'an email address such as Perantau <tiada-balasan@example.org>',
  MAIL_RATE: 'a number of mails per minute from 1 to 100000',
  MAIL_WEBHOOK_SECRET: '32 or more random characters; `openssl rand -base64 48` generates one',
  DKIM_DOMAIN: 'a domain such as example.org',
  DKIM_SELECTOR: 'a name such as perantau',
  DKIM_KEY_FILE: 'the path of a private key in PEM form',
  OIDC_ISSUER: 'a URL such as https://accounts.google.com; http only on this machine',
  S3_URL: 'a URL such as https://s3.example.org',
  S3_BUCKET: 'the name of a bucket, such as perantau-uploads',
  S3_REGION: 'a region such as eu-central-1; us-east-1 if the store has no regions',
  TURN_URL: 'a URL such as turns:turn.example.org:5349, or several separated by commas',
  TURN_SECRET: '16 or more characters, the same as the static-auth-secret of the TURN server',
  STUN_URLS: 'URLs such as stun:stun.example.org:3478, separated by commas',
  JANUS_URL: 'a URL such as http://10.0.0.5:8088/janus, which only this server can reach',
  JANUS_SECRET: '16 or more characters, the same as the api_secret of Janus',
  JANUS_ROOM_KEY: '16 or more characters, the same as the admin_key of the videoroom plugin of Janus',
  VAPID_PUBLIC_KEY: 'a key as `npx web-push generate-vapid-keys` prints it',
  VAPID_PRIVATE_KEY: 'a key as `npx web-push generate-vapid-keys` prints it',
  VAPID_SUBJECT: 'a URL such as mailto:admin@example.org or https://example.org',
  TEST_PUSH_URL: 'a URL such as http://127.0.0.1:4000, on this machine',
  SERVICE_WORKER: 'on or off',
  SECRET_KEY: '32 or more random characters; `openssl rand -base64 48` generates one',
  NEW_SECRET_KEY: '32 or more random characters; `openssl rand -base64 48` generates one',
  AVATAR_SERVICE_URL: 'a URL such as https://avatars.example.org/initials',
  SESSION_DAYS: 'a number of days from 1 to 365',
  ADMIN_IDLE_HOURS: 'a number of hours from 1 to 8760',
  LOGIN_LIMITS: 'failures/minutes for an account, then for an IP address, such as 5/30,6/1',
  REQUIRE_2FA: 'roles separated by commas, such as system_admin,hq_admin; or none',
  REGISTER_LIMIT: 'registrations/minutes from one IP address, such as 200/60',
  MIN_AGE: 'a number of years from 1 to 99',
  BACKUP_AT: 'a time of day in Kuala Lumpur, such as 03:30',
  BACKUP_KEEP_DAYS: 'a number of days from 1 to 3650',
  BACKUP_CHECK_DAYS: 'a number of days from 1 to 365',
  BACKUP_PASSPHRASE: '16 or more characters; `openssl rand -base64 33` generates one',
  LOG_LEVEL: 'trace, debug, info, warn, error or silent',
}

export type Settings = ReturnType<typeof readSettingsFromEnvironment>

export function readSettingsFromEnvironment(environment: NodeJS.ProcessEnv = process.env) {
  // Empty environment variables count as unset, because compose files and shells pass unset variables as empty.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]) as keyof typeof hints
    throw new StartupError(`${name} is not usable; expected ${hints[name] ?? 'another value'}.`)
  }
  const env = parsed.data
  if (env.DATABASE_URL && !env.SECRET_KEY) {
    throw new StartupError(`SECRET_KEY is missing; with DATABASE_URL set it must be ${hints.SECRET_KEY}.`)
  }
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const) {
    if (env[name] && !env.DATABASE_URL) {
      throw new StartupError(`${name} is set without DATABASE_URL; set both or neither.`)
    }
  }
  if (Boolean(env.GOOGLE_CLIENT_ID) !== Boolean(env.GOOGLE_CLIENT_SECRET)) {
    throw new StartupError('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together; set both or neither.')
  }
  const store = [env.S3_URL, env.S3_BUCKET, env.S3_KEY_ID, env.S3_SECRET]
  if (store.some(Boolean) && !store.every(Boolean)) {
    throw new StartupError(
      'S3_URL, S3_BUCKET, S3_KEY_ID and S3_SECRET belong together; set all of them or none.',
    )
  }
  if (Boolean(env.TURN_URL) !== Boolean(env.TURN_SECRET)) {
    throw new StartupError('TURN_URL and TURN_SECRET belong together; set both or neither.')
  }
  const janus = [env.JANUS_URL, env.JANUS_SECRET, env.JANUS_ROOM_KEY].filter(Boolean)
  if (janus.length > 0 && janus.length < 3) {
    throw new StartupError('JANUS_URL, JANUS_SECRET and JANUS_ROOM_KEY belong together; set all or none.')
  }
  if (Boolean(env.VAPID_PUBLIC_KEY) !== Boolean(env.VAPID_PRIVATE_KEY)) {
    throw new StartupError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together; set both or neither.')
  }
  const dkim = [env.DKIM_DOMAIN, env.DKIM_SELECTOR, env.DKIM_KEY_FILE].filter(Boolean)
  if (dkim.length > 0 && dkim.length < 3) {
    throw new StartupError(
      'DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY_FILE belong together; set all three or none.',
    )
  }
  const isDemo = !env.DATABASE_URL
  const required: Role[] = isDemo ? [] : ['system_admin', 'hq_admin']
  return {
    ...env,
    isDemo,
    // Many poolers do not support prepared statements. The setting DATABASE_PREPARED enables them for those that do.
    DATABASE_PREPARED: env.DATABASE_PREPARED ?? !env.DATABASE_DIRECT_URL,
    REQUIRE_2FA: env.REQUIRE_2FA ?? required,
    DATA_DIR: isAbsolute(env.DATA_DIR) ? env.DATA_DIR : join(root, env.DATA_DIR),
    BACKUP_DIR: env.BACKUP_DIR && (isAbsolute(env.BACKUP_DIR) ? env.BACKUP_DIR : join(root, env.BACKUP_DIR)),
    PUBLIC_URL: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    HOST: env.HOST ?? (isDemo ? '127.0.0.1' : '0.0.0.0'),
    LOG_LEVEL: env.LOG_LEVEL ?? (isDemo ? ('warn' as const) : ('info' as const)),
  }
}
