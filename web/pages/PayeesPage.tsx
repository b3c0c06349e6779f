import { Payees } from '#web/features/fees/payees/Payees.tsx'

export const PayeesPage = () => <Payees />
