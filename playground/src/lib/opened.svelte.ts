// The page of the memory that is open beside the panels, if one is.

class Opened {
  page = $state<string | undefined>()
  quote = $state<string | undefined>()

  show(page: string, quote?: string | null): void {
    this.page = page
    this.quote = quote ?? undefined
  }

  close(): void {
    this.page = undefined
    this.quote = undefined
  }
}

export const opened = new Opened()
