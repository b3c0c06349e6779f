import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/motions/motions.endpoints.ts'
import { createMotion, deleteMotion, updateMotion } from './edit-motion.service.ts'
import { listMotions, listMotionVotes, readMotion } from './motions.queries.ts'
import { closeMotion, openMotion } from './open-motion.service.ts'
import { voteOnMotion } from './vote-on-motion.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.listMotions, ({ context }) => listMotions(context))
  implement(endpoints.createMotion, async ({ context, body }) => ({ id: await createMotion(context, body) }))
  implement(endpoints.readMotion, ({ context, params }) => readMotion(context, params.id))
  implement(endpoints.updateMotion, ({ context, params, body }) => updateMotion(context, params.id, body))
  implement(endpoints.deleteMotion, ({ context, params }) => deleteMotion(context, params.id))
  implement(endpoints.openMotion, ({ context, params }) => openMotion(context, params.id))
  implement(endpoints.voteOnMotion, ({ context, params, body }) => voteOnMotion(context, params.id, body))
  implement(endpoints.closeMotion, ({ context, params, body }) => closeMotion(context, params.id, body))
  implement(endpoints.listMotionVotes, ({ context, params, query }) =>
    listMotionVotes(context, params.id, query),
  )
}
