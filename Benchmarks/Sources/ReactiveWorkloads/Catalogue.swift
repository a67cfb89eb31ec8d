import Harness

/// What can be measured, in the order of the table.
///
/// The files of this folder are compiled twice: against Reactive, and, by way of links, against
/// OpenCombine with `OPENCOMBINE` set. So both libraries are given the same words.
public func workloads() -> [Workload] {
  requiredPipelines + subjects + operators + payloads + erasure + observation + combining + sharing
    + lifeCycle + scheduling + contention
}

/// The workloads whose every piece of work is one subscription.
public func subscriptions() -> [Workload] { lifeCycle }
