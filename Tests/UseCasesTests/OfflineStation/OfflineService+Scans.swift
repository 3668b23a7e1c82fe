import OfflineMerge
import Scanning

extension OfflineService {
  /// Creates the service over the database and policies of the scans.
  init(_ scans: ScanService, replicas: ReplicaCache) {
    self.init(
      database: scans.database, policies: scans.policies, replicas: replicas, published: scans.published)
  }

  /// Creates the service with replicas in a folder.
  init(_ scans: ScanService, folder: String) { self.init(scans, replicas: ReplicaCache(folder: folder)) }
}
