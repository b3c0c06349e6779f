import { useParams } from '@tanstack/react-router'
import { CardSheet } from '#web/features/cards/CardSheet.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { NotFound } from '#web/shell/errors/NotFound.tsx'

export function ClubCardsPage() {
  const id = parseId(useParams({ from: '/shell/clubs/$id/cards' }).id)
  return id === undefined ? <NotFound /> : <CardSheet key={id} clubId={id} />
}
