import { useParams } from '@tanstack/react-router'
import { ReceiptView } from '#web/features/fees/member/ReceiptView.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { NotFound } from '#web/shell/errors/NotFound.tsx'

export function ReceiptPage() {
  const id = parseId(useParams({ from: '/shell/fees/receipts/$id' }).id)
  return id === undefined ? <NotFound /> : <ReceiptView key={id} id={id} />
}
