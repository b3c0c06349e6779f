import { TransferSlipQueue } from '#web/features/fees/transfer-slips/TransferSlipQueue.tsx'

export const TransferSlipQueuePage = () => <TransferSlipQueue />
