import { useParams } from '@tanstack/react-router'
import { AccountView } from '#web/features/fees/manage/AccountView.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { NotFound } from '#web/shell/errors/NotFound.tsx'

export function FeeAccountPage() {
  const id = parseId(useParams({ from: '/shell/fees/accounts/$id' }).id)
  return id === undefined ? <NotFound /> : <AccountView key={id} id={id} />
}
