import { useParams } from '@tanstack/react-router'
import { MembershipCardSheet } from '#web/features/cards/MembershipCardSheet.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { NotFound } from '#web/shell/errors/NotFound.tsx'

export function ClubCardsPage() {
  const id = parseId(useParams({ from: '/shell/clubs/$id/cards' }).id)
  return id === undefined ? <NotFound /> : <MembershipCardSheet key={id} clubId={id} />
}
