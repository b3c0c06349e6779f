import { and, eq, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { activities } from '#server/db/schema/activities.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { badInput, conflict, forbidden } from '#server/errors.ts'
import { attachFile, removeFile } from '#server/features/files/files.service.ts'
import type { Country } from '#shared/constants.ts'
import type { AnnouncementBody, Audience } from '#shared/contracts/announcements.ts'
import { fieldTexts } from '#shared/errors.ts'
import { type Actor, can, reachOf } from '#shared/policies.ts'
import { countReached, recordAbout, requireManaged } from './announcements.service.ts'

/** In whose name this person speaks. */
function senderOf(actor: Actor): { country: Country | null; clubId: number | null } {
  const reach = reachOf(actor)
  if (reach.over === 'all') return { country: null, clubId: null }
  if (reach.over === 'country') return { country: reach.country as Country, clubId: null }
  if (reach.over === 'club') return { country: null, clubId: reach.clubId }
  // Appointed to nothing yet.
  throw forbidden()
}

export async function countAudience(context: SignedIn, audience: Audience): Promise<number> {
  return countReached(context, senderOf(context.actor), audience)
}

async function refuseUnknown({ db }: SignedIn, { activityId }: AnnouncementBody): Promise<void> {
  if (activityId === null) return
  const [known] = await db.select({ id: activities.id }).from(activities).where(eq(activities.id, activityId))
  if (!known) throw badInput({ activityId: fieldTexts.invalid })
}

const filesOf = ({ imageId, documents }: Pick<AnnouncementBody, 'imageId' | 'documents'>) => [
  ...(imageId ? [[imageId, 'announcement_image'] as const] : []),
  ...documents.map(id => [id, 'announcement_document'] as const),
]

/** New ones become part of it, those no longer named go. */
async function replaceFiles(
  tx: SignedIn,
  before: Pick<AnnouncementBody, 'imageId' | 'documents'>,
  after: Pick<AnnouncementBody, 'imageId' | 'documents'>,
): Promise<string[]> {
  const [old, next] = [filesOf(before), filesOf(after)]
  const isIn = (list: typeof old, id: string) => list.some(([one]) => one === id)
  for (const [id, kind] of next) if (!isIn(old, id)) await attachFile(tx, id, kind)
  return old.filter(([id]) => !isIn(next, id)).map(([id]) => id)
}

export async function createAnnouncement(context: SignedIn, body: AnnouncementBody): Promise<number> {
  return context.transaction(async tx => {
    const { db, actor } = tx
    if (body.isUrgent && !can(actor, 'announcements.urgent')) throw forbidden()
    const sender = senderOf(actor)
    await refuseUnknown(tx, body)
    await replaceFiles(tx, { imageId: null, documents: [] }, body)
    const [made] = await db
      .insert(announcements)
      .values({ ...body, ...sender, authorId: actor.id })
      .returning()
    if (!made) throw new Error('the announcement was not made')
    await recordAbout(tx, made, { kind: 'announcement.created' })
    return made.id
  })
}

/** What went out is corrected, which shows; what has not, is changed. */
export async function updateAnnouncement(context: SignedIn, id: number, body: AnnouncementBody) {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const before = await requireManaged(tx, id, { isHeld: true })
    if (before.status !== 'draft') throw conflict('announcement_sent')
    if (body.isUrgent && !can(actor, 'announcements.urgent')) throw forbidden()
    await refuseUnknown(tx, body)
    const gone = await replaceFiles(tx, before, body)
    await db
      .update(announcements)
      .set({ ...body, updatedAt: sql`now()` })
      .where(eq(announcements.id, id))
    for (const file of gone) await removeFile(tx, file)
    await recordAbout(tx, before, { kind: 'announcement.updated' })
  })
}

export async function deleteDraft(context: SignedIn, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { db } = tx
    const draft = await requireManaged(tx, id, { isHeld: true })
    if (draft.status !== 'draft') throw conflict('announcement_sent')
    await db.delete(announcements).where(eq(announcements.id, id))
    for (const [file] of filesOf(draft)) await removeFile(tx, file)
    await recordAbout(tx, draft, { kind: 'announcement.deleted' })
  })
}

/** Its readers see the right words from now on, and that they were others before. Mail that went out stays as it is. */
export async function correctAnnouncement(
  context: SignedIn,
  id: number,
  { title, body }: Pick<AnnouncementBody, 'title' | 'body'>,
): Promise<void> {
  await context.transaction(async tx => {
    const { db } = tx
    const before = await requireManaged(tx, id, { isHeld: true })
    const { rowCount } = await db
      .update(announcements)
      .set({ title, body, correctedAt: sql`now()`, updatedAt: sql`now()` })
      .where(and(eq(announcements.id, id), sql`${announcements.status} in ('sending', 'sent')`))
    if (!rowCount) throw conflict()
    await recordAbout(tx, before, {
      kind: 'announcement.corrected',
      touches: { topics: ['announcements', 'notifications'], to: { everybody: true } },
    })
  })
}
