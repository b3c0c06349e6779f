import { useParams } from '@tanstack/react-router'
import { FeeAccountView } from '#web/features/fees/manage/FeeAccountView.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { NotFoundScreen } from '#web/shell/errors/NotFoundScreen.tsx'

export function MemberFeeAccountPage() {
  const id = parseId(useParams({ from: '/shell/fees/accounts/$id' }).id)
  return id === undefined ? <NotFoundScreen /> : <FeeAccountView key={id} id={id} />
}
