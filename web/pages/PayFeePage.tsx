import { useParams } from '@tanstack/react-router'
import { PayFee } from '#web/features/fees/pay/PayFee.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { NotFound } from '#web/shell/errors/NotFound.tsx'

export function PayFeePage() {
  const id = parseId(useParams({ from: '/shell/fees/pay/$id' }).id)
  return id === undefined ? <NotFound /> : <PayFee key={id} chargeId={id} />
}
