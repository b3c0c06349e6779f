import { useParams } from '@tanstack/react-router'
import { CardSheet } from '#web/features/cards/CardSheet.tsx'
import { parseId } from '#web/lib/search.ts'
import { NotFound } from '#web/shell/NotFound.tsx'

export function ClubCardsPage() {
  const id = parseId(useParams({ from: '/shell/clubs/$id/cards' }).id)
  return id === undefined ? <NotFound /> : <CardSheet key={id} clubId={id} />
}
