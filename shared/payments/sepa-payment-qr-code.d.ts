/**
 * Types of an independent package that writes EPC QR codes, used in tests only. The package has no type declarations.
 */
declare module 'sepa-payment-qr-code' {
  export default function generateQrCode(transfer: {
    name: string
    iban: string
    bic?: string
    amount: number | null
    unstructuredReference?: string
  }): string
}
