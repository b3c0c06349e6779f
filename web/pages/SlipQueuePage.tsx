import { SlipQueue } from '#web/features/fees/slips/SlipQueue.tsx'

export const SlipQueuePage = () => <SlipQueue />
