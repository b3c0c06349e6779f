/** Independent library that writes EPC QR codes, for tests only. The package has no type declarations. */
declare module 'sepa-payment-qr-code' {
  export default function generateQrCode(transfer: {
    name: string
    iban: string
    bic?: string
    amount: number | null
    unstructuredReference?: string
  }): string
}
