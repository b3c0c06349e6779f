// Users, clubs, invitations and files refer to one another, so they share a file.
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { countries, educationLevels, roles, userStatuses } from '#shared/constants.ts'
import type { QuietHours } from '#shared/contracts/push.ts'
import { fileKinds } from '#shared/file-kinds.ts'
import { homeZone } from '#shared/zones.ts'
import { bytes, createdAt, moment, oneOf } from './columns.ts'

export const clubs = pgTable(
  'clubs',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    name: text().notNull(),
    country: text({ enum: countries }).notNull(),
    city: text(),
    university: text(),
    description: text(),
    /** What its clocks go by; new activities take it over. */
    timeZone: text().notNull().default(homeZone),
    adminId: integer().references((): AnyPgColumn => users.id),
    logoId: uuid().references((): AnyPgColumn => files.id),
    /** Where else the club is found. */
    links: jsonb().$type<{ platform: string; url: string }[]>().notNull().default([]),
    isActive: boolean().notNull().default(true),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    oneOf('clubs_country', t.country, countries),
    check('clubs_name', sql`${t.name} <> ''`),
    index('clubs_by_country').on(t.country, t.isActive, t.name),
    index('clubs_by_admin').on(t.adminId),
    index('clubs_by_logo').on(t.logoId).where(sql`${t.logoId} is not null`),
    /** One club of a name in a place, however it is written; no city is a place too. */
    uniqueIndex('clubs_unique').on(t.country, sql`lower(${t.name})`, sql`lower(coalesce(${t.city}, ''))`),
  ],
)

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    /** Username and email are stored folded (see foldText), so plain uniqueness is enough. */
    username: text().notNull().unique('users_username_unique'),
    email: text().notNull().unique('users_email_unique'),
    emailConfirmedAt: moment(),
    password: text(),
    googleId: text().unique('users_google_id_unique'),
    fullName: text().notNull(),
    /** The identity number: encrypted and bound to this row; a keyed hash keeps it unique. */
    icEncrypted: bytes(),
    icHash: bytes().unique('users_ic_hash_unique'),
    birthYear: smallint(),
    phone: text(),
    birthState: text(),
    currentCountry: text({ enum: countries }),
    socialMedia: jsonb().$type<{ platform: string; url: string }[]>().notNull().default([]),
    role: text({ enum: roles }).notNull().default('member'),
    membershipNumber: text().unique('users_membership_number_unique'),
    status: text({ enum: userStatuses }).notNull().default('pending'),
    clubId: integer().references(() => clubs.id),
    institution: text(),
    course: text(),
    educationLevel: text({ enum: educationLevels }),
    startYear: smallint(),
    endYear: smallint(),
    profileImageId: uuid(),
    approvedBy: integer(),
    approvedAt: moment(),
    /** Since when they do not stand in the directory that members of their club see of each other. */
    unlistedAt: moment(),
    /** What this person does not want to hear of, each as channel:kind; everything else they are told. */
    muted: text().array().notNull().default([]),
    /** When this person's devices stay silent. */
    quietHours: jsonb().$type<QuietHours>(),
    /** Others do not see when they are here, nor do they of others. */
    hidesPresence: boolean().notNull().default(false),
    /** Until when whoever has a role that asks for a second factor may go without one; set when it is first missed. */
    graceUntil: moment(),
    /** Devices that were known before this are strangers again. */
    knownSince: moment(),
    /** When they accepted the terms. Null: others entered them, and they have agreed to nothing yet. */
    agreedAt: moment().defaultNow(),
    /** The invitation by which they came. */
    invitationId: uuid(),
    /** Set once a person had everything about them erased; the row stays for what refers to it. */
    erasedAt: moment(),
    /** Whose account this one became part of; its row stays, emptied, for what cannot be written anew. */
    mergedInto: integer(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    foreignKey({ name: 'users_merged_into_fk', columns: [t.mergedInto], foreignColumns: [t.id] }),
    check('users_merged_whole', sql`${t.mergedInto} is null or ${t.erasedAt} is not null`),
    index('users_by_merge').on(t.mergedInto).where(sql`${t.mergedInto} is not null`),
    foreignKey({ name: 'users_approved_by_fk', columns: [t.approvedBy], foreignColumns: [t.id] }),
    foreignKey({ name: 'users_profile_image_fk', columns: [t.profileImageId], foreignColumns: [files.id] }),
    foreignKey({
      name: 'users_invitation_fk',
      columns: [t.invitationId],
      foreignColumns: [invitations.id],
    }).onDelete('set null'),
    oneOf('users_role', t.role, roles),
    oneOf('users_status', t.status, userStatuses),
    oneOf('users_country', t.currentCountry, countries),
    oneOf('users_education_level', t.educationLevel, educationLevels),
    check('users_ic_whole', sql`(${t.icEncrypted} is null) = (${t.icHash} is null)`),
    check('users_years', sql`${t.endYear} >= ${t.startYear}`),
    index('users_by_name').on(t.status, t.fullName, t.id),
    index('users_by_creation').on(t.status, t.createdAt, t.id),
    index('users_of_country').on(t.currentCountry, t.status, t.fullName, t.id),
    index('users_of_club').on(t.clubId, t.status, t.fullName, t.id),
    index('users_by_role').on(t.role, t.status, t.id),
    index('users_by_age_of_account').on(t.createdAt, t.id),
    index('users_of_country_by_age').on(t.currentCountry, t.createdAt, t.id),
    index('users_of_club_by_age').on(t.clubId, t.createdAt, t.id).where(sql`${t.status} = 'active'`),
    index('users_by_any_name').on(t.fullName, t.id),
    index('users_by_level').on(t.educationLevel, t.currentCountry, t.status, t.fullName, t.id),
    // The columns of the lists; whoever has none stands together.
    index('users_by_number').on(t.status, sql`coalesce(${t.membershipNumber}, '')`, t.id),
    index('users_of_country_by_number').on(
      t.currentCountry,
      t.status,
      sql`coalesce(${t.membershipNumber}, '')`,
      t.id,
    ),
    index('users_by_institution').on(t.status, sql`coalesce(${t.institution}, '')`, t.id),
    index('users_of_country_by_institution').on(
      t.currentCountry,
      t.status,
      sql`coalesce(${t.institution}, '')`,
      t.id,
    ),
    index('users_by_approval').on(t.approvedAt, t.currentCountry),
    index('users_by_picture').on(t.profileImageId).where(sql`${t.profileImageId} is not null`),
    index('users_by_approver').on(t.approvedBy).where(sql`${t.approvedBy} is not null`),
    index('users_by_invitation').on(t.invitationId).where(sql`${t.invitationId} is not null`),
    /** Whoever may be the same person is looked for by these. */
    index('users_by_phone').on(sql`phone_key(${t.phone})`),
    index('users_by_name_and_year').on(t.birthYear, sql`name_tail(${t.fullName})`),
    index('users_institution_search').using('gin', t.institution.op('gin_trgm_ops')),
    index('users_search').using(
      'gin',
      t.fullName.op('gin_trgm_ops'),
      t.email.op('gin_trgm_ops'),
      t.membershipNumber.op('gin_trgm_ops'),
    ),
  ],
)

/** A way in for people of a place. The link is signed with the key; nothing here lets anybody make one. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid().primaryKey().defaultRandom(),
    createdBy: integer()
      .notNull()
      .references((): AnyPgColumn => users.id),
    country: text({ enum: countries }).notNull(),
    clubId: integer().references(() => clubs.id),
    /** Sent to one person; null: handed on by whoever has it. */
    email: text(),
    most: smallint().notNull(),
    uses: smallint().notNull().default(0),
    expiresAt: moment().notNull(),
    revokedAt: moment(),
    createdAt: createdAt(),
  },
  t => [
    oneOf('invitations_country', t.country, countries),
    check('invitations_uses', sql`${t.uses} between 0 and ${t.most}`),
    index('invitations_by_creator').on(t.createdBy, t.createdAt),
    index('invitations_of_country').on(t.country, t.createdAt),
    index('invitations_of_club').on(t.clubId, t.createdAt),
  ],
)

export const files = pgTable(
  'files',
  {
    /** Random, because the id stands in addresses. */
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: fileKinds }).notNull(),
    uploadedBy: integer()
      .notNull()
      .references((): AnyPgColumn => users.id),
    name: text().notNull(),
    contentType: text().notNull(),
    size: integer().notNull(),
    checksum: text().notNull(),
    /** Null until something refers to the file; what stays so is swept away. */
    attachedAt: moment(),
    createdAt: createdAt(),
  },
  t => [
    oneOf('files_kind', t.kind, fileKinds),
    check('files_size', sql`${t.size} >= 0`),
    index('files_by_uploader').on(t.uploadedBy),
    index('files_unattached').on(t.createdAt).where(sql`${t.attachedAt} is null`),
  ],
)
