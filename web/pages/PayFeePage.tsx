import { useParams } from '@tanstack/react-router'
import { FeePaymentInstructions } from '#web/features/fees/pay/FeePaymentInstructions.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { NotFoundScreen } from '#web/shell/errors/NotFoundScreen.tsx'

export function PayFeePage() {
  const id = parseId(useParams({ from: '/shell/fees/pay/$id' }).id)
  return id === undefined ? <NotFoundScreen /> : <FeePaymentInstructions key={id} chargeId={id} />
}
