import type { Draft } from '../../build/playbook.ts';
import type {
  Assignment,
  Condition,
  LoopingStep,
  MockPlan,
  Step,
  Task,
  TemplateText,
  TestCase,
} from '../../model.ts';
import { tasksOf } from '../../model-walk.ts';
import { CODE_FIELDS, claimField } from '../../tool-kinds.ts';
import type { EvaluationPoint, TextPlace } from './site.ts';

interface Owner {
  readonly step?: Step;
  readonly task?: Task;
}

/** Every text of the playbook that is evaluated, with where it stands and when. */
export function collectTexts(playbook: Draft): readonly TextPlace[] {
  const collector = new Collector();
  collector.playbook(playbook);
  return collector.places;
}

class Collector {
  readonly places: TextPlace[] = [];

  playbook({ keychain, executor, workload, workflow, tests }: Draft): void {
    for (const entry of keychain) this.#data(entry, 'config', entry.config, 'keychain', {});
    const { timeout, concurrency } = executor;
    if (concurrency) this.#template(concurrency.key, 'concurrency key', {});
    this.#duration(timeout, 'execution timeout', {});
    if (executor.renderWorkload) this.#data(executor, 'workload', workload, 'workload', {});
    for (const step of workflow) this.#step(step);
    for (const test of tests) this.#test(test, workflow);
  }

  #step(step: Step): void {
    const owner = { step };
    this.#condition(step.when, 'guard', owner);
    for (const rule of step.admit?.rules ?? []) {
      this.#condition(rule.when, 'admission', owner);
      if (typeof rule.allow === 'object') this.#condition(rule.allow, 'admission', owner);
    }
    this.#data(step, 'input', step.input, 'step input', owner);
    if (step.kind === 'loop') this.#loop(step);
    for (const task of tasksOf(step)) this.#task(task, step);
    this.#retry(step.retry, owner);
    this.#assignments(step.set, 'step set', owner);
    for (const arc of step.next.arcs) {
      if (arc.fires.kind === 'when') this.#condition(arc.fires.when, 'arc condition', owner);
      this.#assignments(arc.set, 'arc set', owner);
      this.#data(arc, 'args', arc.args, 'arc arguments', owner);
    }
  }

  #loop(step: LoopingStep): void {
    const owner = { step };
    const { loop } = step;
    const { source, mode } = loop;
    if (source.kind === 'template')
      this.#add(source, 'template', source.template, 'template', 'loop source', owner);
    if (source.kind === 'literal') this.#data(source, 'items', source.items, 'loop source', owner);
    if (source.kind === 'cursor') {
      const { cursor } = source;
      if (!CODE_FIELDS.has(claimField(cursor.kind)))
        this.#add(cursor, 'claim', cursor.claim, 'template', 'task config', owner);
      this.#data(cursor, 'auth', cursor.auth, 'task config', owner);
      this.#data(cursor, 'options', cursor.options, 'task config', owner);
    }
    if (mode.kind === 'parallel' && typeof mode.maxInFlight === 'object') {
      this.#template(mode.maxInFlight, 'loop source', owner);
    }
    this.#condition(loop.where, 'loop item', owner);
    for (const each of [loop.orderBy, loop.limit, loop.chunk]) {
      if (typeof each === 'object') this.#template(each, 'loop item', owner);
    }
  }

  #task(task: Task, step: Step, point: EvaluationPoint = 'task config'): void {
    const owner = { step, task };
    for (const [key, value] of Object.entries(task.config)) {
      if (!CODE_FIELDS.has(key)) this.#data(task.config, key, value, point, owner);
    }
    this.#data(task, 'auth', task.auth, point, owner);
    this.#data(task, 'input', task.input, point === 'task config' ? 'task input' : point, owner);
    this.#assignments(task.set, 'task set', owner);
    this.#retry(task.retry, owner);
    this.#duration(task.timeout, point, owner);
    for (const rule of task.policy.rules) {
      this.#condition(rule.when, 'task policy', owner);
      this.#assignments(rule.then.set, 'task policy', owner);
      if (rule.then.do === 'fail') this.#text(rule.then, 'message', rule.then.message, 'task policy', owner);
      if (rule.then.do === 'retry') this.#duration(rule.then.delay, 'task policy', owner);
    }
    if (task.cache) {
      this.#template(task.cache.key, 'cache', owner);
      this.#duration(task.cache.ttl, 'cache', owner);
    }
    this.#duration(task.callback?.timeout, 'cache', owner);
    this.#paginate(task, step);
    if (task.sink) this.#task(task.sink, step, 'sink');
  }

  #paginate(task: Task, step: Step): void {
    const { paginate } = task;
    if (!paginate) return;
    const owner = { step, task };
    this.#condition(paginate.while, 'pagination', owner);
    this.#data(paginate, 'next', paginate.next, 'pagination', owner);
    if (paginate.sink) this.#task(paginate.sink, step, 'sink');
  }

  /** Mocks of steps of other playbooks know names that are not known here. */
  #test({ mocks, expect }: TestCase, workflow: readonly Step[]): void {
    for (const { within, step: name, plan } of mocks) {
      const step = workflow.find(each => each.name === name);
      if (step && within.length === 0) this.#plan(plan, { step });
    }
    for (const condition of expect.that) this.#condition(condition, 'test condition', {});
  }

  #plan(plan: MockPlan, owner: Owner): void {
    if (plan.kind === 'each') for (const inner of plan.plans) this.#plan(inner, owner);
    else
      for (const answer of plan.kind === 'always' ? [plan.answer] : plan.answers) {
        if (answer.kind === 'data') this.#data(answer, 'data', answer.data, 'test mock', owner);
        else this.#data(answer, 'error', answer.error, 'test mock', owner);
      }
  }

  #retry(policies: Step['retry'], owner: Owner): void {
    for (const retry of policies) {
      this.#condition(retry.when, 'retry', owner);
      this.#condition(retry.stopWhen, 'retry', owner);
      for (const each of [retry.maxAttempts, retry.initialDelay, retry.maxDelay])
        this.#duration(each, 'retry', owner);
    }
  }

  #assignments(set: readonly Assignment[], point: EvaluationPoint, owner: Owner): void {
    for (const assignment of set) this.#data(assignment, 'value', assignment.value, point, owner);
  }

  #condition(condition: Condition | undefined, point: EvaluationPoint, owner: Owner): void {
    if (condition) this.#add(condition, 'condition', condition.condition, 'condition', point, owner);
  }

  #template(text: TemplateText, point: EvaluationPoint, owner: Owner): void {
    this.#add(text, 'template', text.template, 'template', point, owner);
  }

  #duration(value: number | TemplateText | undefined, point: EvaluationPoint, owner: Owner): void {
    if (typeof value === 'object') this.#template(value, point, owner);
  }

  #text(
    container: object,
    key: string,
    text: string | undefined,
    point: EvaluationPoint,
    owner: Owner,
  ): void {
    if (text !== undefined) this.#add(container, key, text, 'template', point, owner);
  }

  /** The texts in data at any depth; `container` and `key` say where the data itself stands. */
  #data(container: object, key: string | number, value: unknown, point: EvaluationPoint, owner: Owner): void {
    if (typeof value === 'string') this.#add(container, key, value, 'template', point, owner);
    else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) this.#data(value, index, item, point, owner);
    } else if (typeof value === 'object' && value !== null) {
      for (const [field, item] of Object.entries(value)) this.#data(value, field, item, point, owner);
    }
  }

  #add(
    container: object,
    key: string | number,
    source: string,
    form: TextPlace['form'],
    point: EvaluationPoint,
    { step, task }: Owner,
  ): void {
    if (form === 'template' && !source.includes('{{') && !source.includes('{%') && !source.includes('{#'))
      return;
    this.places.push({ container, key, source, form, point, step, task });
  }
}
