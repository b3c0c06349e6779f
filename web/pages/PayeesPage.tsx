import { PayeeAccountList } from '#web/features/fees/payees/PayeeAccountList.tsx'

export const PayeesPage = () => <PayeeAccountList />
