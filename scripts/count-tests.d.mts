export interface CheckRow {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export function countTests(reportFile: string, status: number): readonly CheckRow[];
