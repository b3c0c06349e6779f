// The tables of users, clubs, invitations and files are defined in one file, because they reference each other.
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
import { educationLevels, roles, userStatuses } from '#shared/constants.ts'
import type { QuietHours } from '#shared/contracts/account/push.schemas.ts'
import { countries } from '#shared/countries/countries.ts'
import { fileKinds } from '#shared/file-kinds.ts'
import { languages } from '#shared/language/languages.ts'
import { headquartersTimeZone } from '#shared/time/time-zones.ts'
import {
  buildAllowedValuesConstraint,
  buildCountryConstraint,
  bytes,
  createdAt,
  personName,
  timestampColumn,
} from './columns.ts'

export const clubs = pgTable(
  'clubs',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    name: text().notNull(),
    country: text({ enum: countries }).notNull(),
    city: text(),
    university: text(),
    description: text(),
    /** Time zone of the club, which is the default for new activities of the club. */
    timeZone: text().notNull().default(headquartersTimeZone),
    adminId: integer().references((): AnyPgColumn => users.id),
    logoId: uuid().references((): AnyPgColumn => files.id),
    /** Links to the club's pages on other platforms. */
    links: jsonb().$type<{ platform: string; url: string }[]>().notNull().default([]),
    isActive: boolean().notNull().default(true),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    buildCountryConstraint('clubs_country', t.country),
    check('clubs_name', sql`${t.name} <> ''`),
    index('clubs_by_country').on(t.country, t.isActive, t.name),
    index('clubs_by_admin').on(t.adminId),
    index('clubs_by_logo').on(t.logoId).where(sql`${t.logoId} is not null`),
    /**
     * Club names are unique per country and city, ignoring case. Clubs of a country that have no city must
     * also have different names.
     */
    uniqueIndex('clubs_unique').on(t.country, sql`lower(${t.name})`, sql`lower(coalesce(${t.city}, ''))`),
  ],
)

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    /**
     * Usernames and email addresses are stored in lower case (`normalizeTextForUniqueness`), so a plain unique constraint suffices.
     */
    username: text().notNull().unique('users_username_unique'),
    email: text().notNull().unique('users_email_unique'),
    emailConfirmedAt: timestampColumn(),
    password: text(),
    googleId: text().unique('users_google_id_unique'),
    fullName: personName().notNull(),
    /**
     * Identity card number of the user, encrypted so that it can be decrypted in this row only. A keyed hash ensures
     * that each number is stored once.
     */
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
    approvedAt: timestampColumn(),
    /**
     * Time since which the member is hidden from the club's member directory; null while the directory lists the
     * member.
     */
    unlistedAt: timestampColumn(),
    /** Notifications that the user turned off, each as `channel:kind`, such as `mail:announcement.sent`. */
    muted: text().array().notNull().default([]),
    /** Daily hours in which the user's devices receive no push notifications. */
    quietHours: jsonb().$type<QuietHours>(),
    /** True when the user hides their online status. Such a user does not see the online status of others either. */
    hidesPresence: boolean().notNull().default(false),
    /**
     * Language chosen by the user, for screens, mails, pushes and calendar feeds; null for the setting
     * DEFAULT_LANGUAGE.
     */
    language: text({ enum: languages }),
    /** Deadline for setting up a required second factor, set at the first sign-in of a user who has none. */
    graceUntil: timestampColumn(),
    /** A sign-in with a browser last used before this time counts as one with an unknown browser and sends a mail. */
    knownSince: timestampColumn(),
    /**
     * Time at which the user accepted the terms of use. Null for a user whom an administrator registered or
     * imported and who has not accepted the terms yet.
     */
    agreedAt: timestampColumn().defaultNow(),
    /** Invitation with which the user registered; null for users who registered without one. */
    invitationId: uuid(),
    /** Time at which the user's personal data were erased. The row remains, because other tables reference it. */
    erasedAt: timestampColumn(),
    /**
     * Account into which this account was merged. The erased row remains because of references that cannot be changed.
     */
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
    buildAllowedValuesConstraint('users_role', t.role, roles),
    buildAllowedValuesConstraint('users_status', t.status, userStatuses),
    buildCountryConstraint('users_country', t.currentCountry),
    buildAllowedValuesConstraint('users_education_level', t.educationLevel, educationLevels),
    buildAllowedValuesConstraint('users_language', t.language, languages),
    check('users_name', sql`${t.fullName} <> '' or ${t.erasedAt} is not null`),
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
    // Indexes for sorting the member list. Because of coalesce(), null and '' are sorted as the same value.
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
    /** Indexes for finding different accounts that belong to the same person. */
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

/**
 * Invitations to join a country or club.
 * Each link is signed with the secret key, so a row alone does not allow forging one.
 */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid().primaryKey().defaultRandom(),
    createdBy: integer()
      .notNull()
      .references((): AnyPgColumn => users.id),
    country: text({ enum: countries }).notNull(),
    clubId: integer().references(() => clubs.id),
    /** Email address of the invited person; null for an invitation link that may be shared. */
    email: text(),
    most: smallint().notNull(),
    uses: smallint().notNull().default(0),
    expiresAt: timestampColumn().notNull(),
    revokedAt: timestampColumn(),
    createdAt: createdAt(),
  },
  t => [
    buildCountryConstraint('invitations_country', t.country),
    check('invitations_uses', sql`${t.uses} between 0 and ${t.most}`),
    index('invitations_by_creator').on(t.createdBy, t.createdAt),
    index('invitations_of_country').on(t.country, t.createdAt),
    index('invitations_of_club').on(t.clubId, t.createdAt),
  ],
)

export const files = pgTable(
  'files',
  {
    /** File ids are random, because they appear in URLs and must not be guessable. */
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: fileKinds }).notNull(),
    uploadedBy: integer()
      .notNull()
      .references((): AnyPgColumn => users.id),
    name: text().notNull(),
    contentType: text().notNull(),
    size: integer().notNull(),
    checksum: text().notNull(),
    /** Time since which another table references the file. The retention job deletes files that no table references. */
    attachedAt: timestampColumn(),
    createdAt: createdAt(),
  },
  t => [
    buildAllowedValuesConstraint('files_kind', t.kind, fileKinds),
    check('files_size', sql`${t.size} >= 0`),
    index('files_by_uploader').on(t.uploadedBy),
    index('files_unattached').on(t.createdAt).where(sql`${t.attachedAt} is null`),
  ],
)
