import { useParams } from '@tanstack/react-router'
import { FeeReceiptView } from '#web/features/fees/member/FeeReceiptView.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { NotFoundScreen } from '#web/shell/errors/NotFoundScreen.tsx'

export function FeeReceiptPage() {
  const id = parseId(useParams({ from: '/shell/fees/receipts/$id' }).id)
  return id === undefined ? <NotFoundScreen /> : <FeeReceiptView key={id} id={id} />
}
