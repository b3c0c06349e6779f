import { DataRegister } from '#web/features/data-register/DataRegister.tsx'

export function PersonalDataRegisterPage() {
  return <DataRegister />
}
