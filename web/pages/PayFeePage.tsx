import { useParams } from '@tanstack/react-router'
import { FeePaymentInstructions } from '#web/features/fees/pay/FeePaymentInstructions.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { NotFound } from '#web/shell/errors/NotFound.tsx'

export function PayFeePage() {
  const id = parseId(useParams({ from: '/shell/fees/pay/$id' }).id)
  return id === undefined ? <NotFound /> : <FeePaymentInstructions key={id} chargeId={id} />
}
